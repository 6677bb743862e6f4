package matchnight.bench.placement;

/** Says every few percent how many bets have been filled in. */
final class FillProgress {

    private static final int STEPS = 10;
    private static final long FEW = 500_000;

    private final Progress progress;
    private final long all;
    private final int steps;
    private long done;

    FillProgress(Progress progress, long all) {
        this.progress = progress;
        this.all = all;
        this.steps = all < FEW ? 1 : STEPS;
    }

    synchronized void add(long bets) {
        long stepsBefore = done * steps / all;
        done += bets;
        if (done * steps / all > stepsBefore) {
            progress.say("  %d of %d bets".formatted(done, all));
        }
    }
}
