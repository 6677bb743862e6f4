package matchnight.bench.placement;

import java.time.Duration;
import matchnight.bench.load.Phase;

/**
 * How much is stored and how long is measured.
 *
 * @param bench the times of what every run does
 * @param storedBets to fill in
 * @param openMarkets to put up
 * @param windowMillis of one measurement
 * @param windows in a row, whose median counts: three of them are the first minute after the checkpoint
 * @param marketWindowMillis of one measurement over few or over many markets
 */
record SizeTimes(
        BenchTimes bench, int storedBets, int openMarkets, long windowMillis, int windows, long marketWindowMillis) {

    static SizeTimes standard() {
        return new SizeTimes(BenchTimes.standard(), 5_000_000, 10_000, 20_000, 3, 10_000);
    }

    static SizeTimes quick() {
        return new SizeTimes(BenchTimes.quick(), 100_000, 500, 2_000, 3, 1_500);
    }

    /** Long enough for every part to run, too short for any figure to mean something: for a test. */
    static SizeTimes smoke() {
        return new SizeTimes(BenchTimes.smoke(), 8_000, 40, 500, 2, 500);
    }

    SizeTimes withStoredBets(int bets) {
        return new SizeTimes(bench, bets, openMarkets, windowMillis, windows, marketWindowMillis);
    }

    Phase window() {
        return Phase.ofMillis(0, windowMillis);
    }

    Phase marketWindow() {
        return Phase.ofMillis(0, marketWindowMillis);
    }

    Duration firstWindows() {
        return window().whole().multipliedBy(windows);
    }
}
