package matchnight.bets.relay;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that the relay fails once when it begins, then at most twice a minute, and once when it is over. */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger(EventRelay.class);
    private static final long REPEAT_INTERVAL_NANOS = Duration.ofSeconds(30).toNanos();

    private long failures;
    private long lastSaidAtNanos;

    void failed(String what, Throwable failure) {
        failures++;
        long now = System.nanoTime();
        if (failures == 1 || now - lastSaidAtNanos >= REPEAT_INTERVAL_NANOS) {
            lastSaidAtNanos = now;
            LOG.warn("The relay failed ({} times in a row): {}: {}", failures, what, failure.getMessage());
            LOG.debug("The relay's failure", failure);
        }
    }

    void succeeded() {
        if (failures > 0) {
            LOG.info("The relay works again after {} failures", failures);
            failures = 0;
        }
    }

    long failuresInARow() {
        return failures;
    }
}
