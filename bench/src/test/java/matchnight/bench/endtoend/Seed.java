package matchnight.bench.endtoend;

/** Where a test's chance comes from: printed, so that a run can be had again with {@code -Dmatchnight.test.seed=N}. */
final class Seed {

    private static final long VALUE = Long.getLong("matchnight.test.seed", System.currentTimeMillis());

    private Seed() {}

    static long printed(Class<?> test) {
        System.out.println(test.getSimpleName() + " with -Dmatchnight.test.seed=" + VALUE);
        return VALUE;
    }
}
