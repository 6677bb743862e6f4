package matchnight.bets.placement.http;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import matchnight.bets.caller.Caller;
import matchnight.bets.commit.GroupCommit;
import matchnight.bets.key.KeyHeader;
import matchnight.bets.key.KeyWait;
import matchnight.bets.placement.PlaceBet;
import matchnight.bets.placement.PlaceBetOutcome;
import matchnight.bets.placement.PlacementMetrics;
import matchnight.ledger.idempotency.IdempotencyKey;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class PlacementController {

    private final GroupCommit<PlaceBet, PlaceBetOutcome> placements;
    private final PlacementMetrics metrics;
    private final Clock clock;

    PlacementController(GroupCommit<PlaceBet, PlaceBetOutcome> placements, PlacementMetrics metrics, Clock clock) {
        this.placements = placements;
        this.metrics = metrics;
        this.clock = clock;
    }

    @PostMapping("/v1/bets")
    ResponseEntity<byte[]> place(
            Caller caller, @RequestHeader HttpHeaders headers, @RequestBody PlaceBetRequest request)
            throws SQLException {
        Instant receivedAt = clock.instant();
        long startNanos = System.nanoTime();
        caller.requireActsFor(request.accountId());
        IdempotencyKey key = KeyHeader.read(headers);
        PlaceBet command = request.toCommand(key, receivedAt);
        String outcome = "busy";
        try {
            PlaceBetOutcome decided = placeWaitingForKey(command);
            outcome = tag(decided);
            return PlacementReply.of(decided);
        } finally {
            metrics.answered(outcome, Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    private PlaceBetOutcome placeWaitingForKey(PlaceBet command) throws SQLException {
        return KeyWait.untilFree(() -> placements.submit(command), PlaceBetOutcome.KeyInUse.class::isInstance);
    }

    private static String tag(PlaceBetOutcome outcome) {
        return switch (outcome) {
            case PlaceBetOutcome.Accepted accepted -> accepted.replayed() ? "replayed" : "accepted";
            case PlaceBetOutcome.Refused refused ->
                refused.replayed()
                        ? "replayed"
                        : refused.refusal().code().name().toLowerCase(Locale.ROOT);
            case PlaceBetOutcome.KeyReused _ -> "idempotency_key_reused";
            case PlaceBetOutcome.KeyInUse _ -> "idempotency_key_in_use";
        };
    }
}
