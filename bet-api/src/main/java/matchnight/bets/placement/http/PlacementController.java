package matchnight.bets.placement.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import matchnight.bets.caller.Caller;
import matchnight.bets.key.KeyHeader;
import matchnight.ledger.idempotency.IdempotencyKey;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Takes whatever {@link DirectPlacement} does not find plainly in order, and says what is wrong with it. */
@RestController
final class PlacementController {

    private final PlaceBetCall call;

    PlacementController(PlaceBetCall call) {
        this.call = call;
    }

    @PostMapping("/v1/bets")
    void place(
            Caller caller,
            @RequestHeader HttpHeaders headers,
            @RequestBody PlaceBetRequest request,
            HttpServletResponse response)
            throws SQLException, IOException {
        Instant receivedAt = call.now();
        caller.requireActsFor(request.accountId());
        IdempotencyKey key = KeyHeader.read(headers);
        call.answer(request.toCommand(key, receivedAt)).write(response);
    }
}
