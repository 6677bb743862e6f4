package matchnight.bets.catalogue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refreshes the catalogue again and again, on a thread of its own. */
public final class CatalogueRefresh implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogueRefresh.class);

    private final MarketCatalogue catalogue;
    private final Duration interval;
    private final Thread thread;
    private volatile boolean closed;

    /** Starts. {@code interval}: the pause between two readings, which bounds the staleness while the database answers. */
    public CatalogueRefresh(MarketCatalogue catalogue, Duration interval) {
        this.catalogue = catalogue;
        this.interval = interval;
        this.thread = Thread.ofPlatform().name("catalogue-refresh").daemon().start(this::refreshUntilClosed);
    }

    private void refreshUntilClosed() {
        boolean failing = false;
        while (!closed) {
            failing = refresh(failing);
            LockSupport.parkNanos(interval.toNanos());
        }
    }

    // Said once: the staleness is a metric, and placement goes on, reading what it finds changed.
    private boolean refresh(boolean wasFailing) {
        try {
            catalogue.refresh();
            if (wasFailing) {
                LOG.info("The catalogue is fresh again");
            }
            return false;
        } catch (SQLException | RuntimeException failure) {
            if (!wasFailing && !closed) {
                LOG.warn("The catalogue could not be refreshed and grows stale: {}", failure.toString());
            }
            return true;
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Duration.ofSeconds(2));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
