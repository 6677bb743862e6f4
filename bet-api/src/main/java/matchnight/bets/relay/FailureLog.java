package matchnight.bets.relay;

import java.time.Duration;
import matchnight.bets.relay.RelayMetrics.FailureCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that the relay fails when it begins to, then twice a minute, and when it is over; never more often than a pause. */
final class FailureLog {

    private static final Logger LOG = LoggerFactory.getLogger(EventRelay.class);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration REPEAT_INTERVAL = Duration.ofSeconds(30);

    private long failures;
    private boolean said;
    private long saidAtNanos = System.nanoTime() - REPEAT_INTERVAL.toNanos();

    void failed(FailureCause cause, Exception failure) {
        failures++;
        Duration due = failures == 1 ? PAUSE : REPEAT_INTERVAL;
        if (System.nanoTime() - saidAtNanos >= due.toNanos()) {
            said = true;
            saidAtNanos = System.nanoTime();
            LOG.warn("The relay failed ({}, {} in a row): {}", cause, failures, text(failure));
        }
        LOG.debug("The relay failed", failure);
    }

    private static String text(Exception failure) {
        return failure instanceof PublishFailedException
                ? String.valueOf(failure.getMessage())
                : FailureText.of(failure);
    }

    void succeeded() {
        if (said) {
            LOG.info("The relay works again after {} failures", failures);
        }
        said = false;
        failures = 0;
    }

    long failuresInARow() {
        return failures;
    }
}
