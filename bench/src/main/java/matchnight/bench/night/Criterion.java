package matchnight.bench.night;

/**
 * A limit that was stated before the run, and what the run came to.
 *
 * @param name says what is measured, in which unit, and on which side of the limit it must lie
 */
record Criterion(String name, double limit, double value, boolean ok) {

    static Criterion atMost(String name, double limit, double value) {
        return new Criterion(name + " (at most)", limit, value, value <= limit);
    }

    static Criterion atLeast(String name, double limit, double value) {
        return new Criterion(name + " (at least)", limit, value, value >= limit);
    }
}
