package matchnight.bench.placement;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import matchnight.bench.product.ProductException;

/** Reads every second how old bet-api's copy of the catalogue is, and keeps the highest. */
final class StalenessWatch implements AutoCloseable {

    private static final String STALENESS = "catalogue_staleness_seconds";
    private static final long PAUSE_MILLIS = 1_000;

    private final PlacementRun run;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> readings;
    private double highestSeconds;

    private StalenessWatch(PlacementRun run) throws IOException {
        this.run = run;
        read();
        this.readings =
                thread.scheduleWithFixedDelay(this::readIfAnswered, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    static StalenessWatch start(PlacementRun run) throws IOException {
        return new StalenessWatch(run);
    }

    private void readIfAnswered() {
        try {
            read();
        } catch (IOException busy) {
            // An age only grows until it is mended: the next reading has most of it.
        }
    }

    private synchronized void read() throws IOException {
        double seconds = run.metrics()
                .highest(STALENESS)
                .orElseThrow(() -> new ProductException("bet-api has no " + STALENESS, null));
        highestSeconds = Math.max(highestSeconds, seconds);
    }

    synchronized double highestSeconds() {
        return highestSeconds;
    }

    @Override
    public void close() {
        readings.cancel(false);
        thread.close();
    }
}
