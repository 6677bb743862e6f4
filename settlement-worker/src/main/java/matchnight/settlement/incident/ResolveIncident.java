package matchnight.settlement.incident;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.admin.PathId;
import matchnight.settlement.incident.IncidentResolution.Command;
import matchnight.settlement.incident.IncidentResolution.Resolved;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Where a person decides an incident. */
@RestController
class ResolveIncident {

    private static final Set<String> MEMBERS = Set.of("decision", "contentHash", "reason");
    private static final int MAX_DECISION_CHARACTERS = 64;
    private static final int HASH_CHARACTERS = 64;

    private final IncidentResolution resolution;

    ResolveIncident(@Qualifier("workerDataSource") DataSource dataSource) {
        this.resolution = new IncidentResolution(dataSource);
    }

    @PostMapping(path = "/admin/incidents/{id}/resolve", consumes = "application/json")
    Resolved resolve(@PathVariable String id, HttpServletRequest request, Principal caller)
            throws IOException, SQLException {
        UUID incidentId = PathId.of(id, "There is no such incident");
        return resolution.resolve(read(incidentId, ActionBody.read(request, MEMBERS), caller));
    }

    private static Command read(UUID incidentId, ActionBody body, Principal caller) {
        String reason = body.reason();
        Decision decision = readDecision(body);
        String contentHash = body.text("contentHash", HASH_CHARACTERS);
        if (decision != Decision.TAKE_OTHER && contentHash != null) {
            body.fault("contentHash", "belongs to TAKE_OTHER");
        }
        body.requireValid();
        return new Command(incidentId, decision, contentHash, reason, caller.getName());
    }

    /** The decision; any one when it is faulty. */
    private static Decision readDecision(ActionBody body) {
        String name = body.requiredText("decision", MAX_DECISION_CHARACTERS);
        try {
            return name.isEmpty() ? Decision.TAKE_OTHER : Decision.of(name);
        } catch (IllegalArgumentException unknown) {
            body.fault("decision", String.valueOf(unknown.getMessage()));
            return Decision.TAKE_OTHER;
        }
    }
}
