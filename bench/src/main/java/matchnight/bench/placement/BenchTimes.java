package matchnight.bench.placement;

import matchnight.bench.load.Phase;

/**
 * How long the parts of a run take.
 *
 * @param warmUpMillis of one step in which a bet-api that has just started is warmed up
 * @param warmUpStepsMax after which it counts as warm even if it still gets faster
 * @param warmUpStepsMaxAgain the same of one that has been started anew
 * @param rounds how often baselines and HTTP take turns
 * @param baseline of one form at one number of connections
 * @param load of one load over HTTP
 * @param suspendMillis how long an event is suspended and opened in turn
 * @param snapshotMillis how long the old snapshot is held
 * @param repetitions how often a load with and one without a disturbance take turns
 * @param everyStep whether every batch size and offered rate is run, or the outermost and one between
 */
public record BenchTimes(
        long warmUpMillis,
        int warmUpStepsMax,
        int warmUpStepsMaxAgain,
        int rounds,
        Phase baseline,
        Phase load,
        long suspendMillis,
        long snapshotMillis,
        int repetitions,
        boolean everyStep) {

    public static BenchTimes standard() {
        return new BenchTimes(
                5_000, 9, 6, 3, Phase.ofMillis(500, 2_500), Phase.ofMillis(1_000, 6_000), 15_000, 30_000, 2, true);
    }

    public static BenchTimes quick() {
        return new BenchTimes(
                3_000, 4, 3, 1, Phase.ofMillis(500, 1_500), Phase.ofMillis(500, 2_500), 3_000, 6_000, 1, false);
    }

    /** Long enough for every part to run, too short for any figure to mean something: for a test. */
    public static BenchTimes smoke() {
        return new BenchTimes(
                1_000, 1, 1, 1, Phase.ofMillis(100, 300), Phase.ofMillis(200, 1_000), 1_000, 1_000, 1, false);
    }

    Phase warmUp() {
        return Phase.ofMillis(0, warmUpMillis);
    }
}
