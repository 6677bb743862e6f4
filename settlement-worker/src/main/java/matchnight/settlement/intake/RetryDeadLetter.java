package matchnight.settlement.intake;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.admin.PathId;
import matchnight.settlement.intake.DeadLetterRetries.Command;
import matchnight.settlement.intake.DeadLetterRetries.Retried;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where a person has a dead letter taken in again. */
@RestController
class RetryDeadLetter {

    private static final Set<String> MEMBERS = Set.of("reason");

    private final DeadLetterRetries retries;

    RetryDeadLetter(DeadLetterRetries retries) {
        this.retries = retries;
    }

    @PostMapping(path = "/admin/dead-letters/{id}/retry", consumes = "application/json")
    Retried retry(@PathVariable String id, HttpServletRequest request, Principal caller)
            throws IOException, SQLException {
        UUID deadLetterId = PathId.of(id, "There is no such dead letter");
        ActionBody body = ActionBody.read(request, MEMBERS);
        String reason = body.reason();
        body.requireValid();
        return retries.retry(new Command(deadLetterId, caller.getName(), reason));
    }
}
