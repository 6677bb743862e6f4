package matchnight.bench.settlement;

import java.io.IOException;
import matchnight.stack.process.Pause;

/** Reads the age of the settlement's backlog, as the workers publish it, once a second. */
final class BacklogWatch implements AutoCloseable {

    private static final long EVERY_MILLIS = 1_000;

    private final Workers workers;
    private final Thread looker;
    private volatile boolean stopped;
    private volatile double highest;

    private BacklogWatch(Workers workers) {
        this.workers = workers;
        this.looker = Thread.ofPlatform().name("backlog-watch").daemon().unstarted(this::look);
    }

    static BacklogWatch start(Workers workers) {
        BacklogWatch watch = new BacklogWatch(workers);
        watch.looker.start();
        return watch;
    }

    private void look() {
        while (!stopped) {
            try {
                highest = Math.max(highest, workers.backlogAgeSeconds());
            } catch (IOException noAnswer) {
                // The next look says more.
            }
            Pause.millis(EVERY_MILLIS);
        }
    }

    double highestSeconds() {
        return highest;
    }

    @Override
    public void close() {
        stopped = true;
        try {
            looker.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
