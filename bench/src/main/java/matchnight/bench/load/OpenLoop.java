package matchnight.bench.load;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts one virtual thread an arrival, at its due time and whatever the earlier ones are doing.
 *
 * <p>What a single-threaded or closed loop hides, the requests that would have been sent while it waited, is counted here: their
 * latency runs from when they were due.
 */
public final class OpenLoop implements AutoCloseable {

    /** The work of one arrival. */
    @FunctionalInterface
    public interface Arrival {

        /**
         * Runs one arrival to its end.
         *
         * @param dueNanos {@link System#nanoTime} at which it was due; latency counts from here
         */
        void run(long number, long dueNanos);
    }

    private final ArrivalSchedule schedule;
    private final Arrival arrival;
    private final int waitingMax;
    private final ExecutorService arrivals = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread pacer;
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong finished = new AtomicLong();
    private final long startNanos = System.nanoTime();
    private volatile boolean stopped;
    private volatile boolean overrun;

    private OpenLoop(ArrivalSchedule schedule, int waitingMax, Arrival arrival) {
        this.schedule = schedule;
        this.waitingMax = waitingMax;
        this.arrival = arrival;
        this.pacer = Thread.ofPlatform().name("open-loop").daemon().unstarted(this::pace);
    }

    /**
     * Starts the stream.
     *
     * @param waitingMax how many arrivals may be under way; a stream that reaches it ends there, and says so, since a machine that
     *     far behind measures nothing any more
     */
    public static OpenLoop start(ArrivalSchedule schedule, int waitingMax, Arrival arrival) {
        OpenLoop loop = new OpenLoop(schedule, waitingMax, arrival);
        loop.pacer.start();
        return loop;
    }

    private void pace() {
        for (long number = 0; !stopped; number++) {
            long dueNanos = startNanos + schedule.nextNanos();
            waitUntil(dueNanos);
            if (underWay() >= waitingMax) {
                overrun = true;
                return;
            }
            if (!stopped) {
                begin(number, dueNanos);
            }
        }
    }

    private void begin(long number, long dueNanos) {
        started.incrementAndGet();
        arrivals.execute(() -> {
            try {
                arrival.run(number, dueNanos);
            } finally {
                finished.incrementAndGet();
            }
        });
    }

    private void waitUntil(long dueNanos) {
        for (long left = dueNanos - System.nanoTime(); left > 0 && !stopped; left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    public long startedCount() {
        return started.get();
    }

    public long underWay() {
        return started.get() - finished.get();
    }

    /** Whether the stream ended by itself because too many arrivals were under way. */
    public boolean isOverrun() {
        return overrun;
    }

    /**
     * Begins no more arrivals and waits for those under way.
     *
     * @return whether all of them ended in time
     */
    public boolean stop(Duration limit) {
        stopped = true;
        LockSupport.unpark(pacer);
        arrivals.shutdown();
        try {
            pacer.join(limit);
            return arrivals.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        stopped = true;
        LockSupport.unpark(pacer);
        arrivals.shutdownNow();
    }
}
