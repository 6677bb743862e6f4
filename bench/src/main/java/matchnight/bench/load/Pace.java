package matchnight.bench.load;

/** When the next request of a load is due. */
interface Pace {

    /** Nanoseconds of {@link System#nanoTime} at which the next request is due; the same until {@link #advance} is called. */
    long nextDueNanos(long nowNanos);

    void advance();

    /** Whoever has an answer asks at once. */
    static Pace closed() {
        return new Pace() {
            @Override
            public long nextDueNanos(long nowNanos) {
                return nowNanos;
            }

            @Override
            public void advance() {}
        };
    }

    /** By the schedule, whatever has been answered. */
    static Pace open(ArrivalSchedule schedule, long startNanos) {
        return new Pace() {
            private long dueNanos = startNanos + schedule.nextNanos();

            @Override
            public long nextDueNanos(long nowNanos) {
                return dueNanos;
            }

            @Override
            public void advance() {
                dueNanos = startNanos + schedule.nextNanos();
            }
        };
    }
}
