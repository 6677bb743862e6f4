package matchnight.settlement.logging;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Writes at most {@value #LINES_AN_INTERVAL} warnings in ten seconds and counts the rest, so that neither a feed of broken
 * messages nor a database that is away fills a disk.
 */
public final class BoundedLog {

    private static final int LINES_AN_INTERVAL = 5;
    private static final long INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

    private final Logger logger;
    private long intervalStart = System.nanoTime() - INTERVAL_NANOS;
    private int written;
    private long suppressed;

    public BoundedLog(Logger logger) {
        this.logger = logger;
    }

    public synchronized void warn(String format, @Nullable Object... arguments) {
        long now = System.nanoTime();
        if (now - intervalStart >= INTERVAL_NANOS) {
            startInterval(now);
        }
        if (written < LINES_AN_INTERVAL) {
            written++;
            logger.warn(format, arguments);
        } else {
            suppressed++;
        }
    }

    private void startInterval(long now) {
        if (suppressed > 0) {
            logger.warn("{} more warnings of this kind were not written", suppressed);
        }
        intervalStart = now;
        written = 0;
        suppressed = 0;
    }
}
