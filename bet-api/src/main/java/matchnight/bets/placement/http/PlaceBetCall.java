package matchnight.bets.placement.http;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import matchnight.bets.commit.GroupCommit;
import matchnight.bets.key.KeyWait;
import matchnight.bets.placement.PlaceBet;
import matchnight.bets.placement.PlaceBetOutcome;
import matchnight.bets.placement.PlacementMetrics;
import matchnight.bets.problem.BusyException;
import matchnight.ledger.sql.DatabaseTrouble;
import org.springframework.stereotype.Component;

/** One call of {@code POST /v1/bets} once its request is known to be valid, by whichever way it came in. */
@Component
final class PlaceBetCall {

    private final GroupCommit<PlaceBet, PlaceBetOutcome> placements;
    private final PlacementMetrics metrics;
    private final Clock clock;

    PlaceBetCall(GroupCommit<PlaceBet, PlaceBetOutcome> placements, PlacementMetrics metrics, Clock clock) {
        this.placements = placements;
        this.metrics = metrics;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Places the bet and renders the outcome.
     *
     * @throws SQLException if the database could not decide now: the same key may be tried again
     */
    PlacementAnswer answer(PlaceBet command) throws SQLException {
        long startNanos = System.nanoTime();
        String outcome = "error";
        try {
            PlaceBetOutcome decided =
                    KeyWait.untilFree(() -> placements.submit(command), PlaceBetOutcome.KeyInUse.class::isInstance);
            outcome = tag(decided);
            return PlacementAnswer.of(decided);
        } catch (SQLException | RuntimeException thrown) {
            if (thrown instanceof BusyException
                    || DatabaseTrouble.busyCause(thrown).isPresent()) {
                outcome = "busy";
            }
            throw thrown;
        } finally {
            metrics.answered(outcome, Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    private static String tag(PlaceBetOutcome outcome) {
        return switch (outcome) {
            case PlaceBetOutcome.Accepted accepted -> accepted.replayed() ? "replayed" : "accepted";
            case PlaceBetOutcome.Refused refused ->
                refused.replayed()
                        ? "replayed"
                        : refused.refusal().code().name().toLowerCase(Locale.ROOT);
            case PlaceBetOutcome.Retired _ -> "retired";
            case PlaceBetOutcome.KeyReused _ -> "idempotency_key_reused";
            case PlaceBetOutcome.KeyInUse _ -> "idempotency_key_in_use";
        };
    }
}
