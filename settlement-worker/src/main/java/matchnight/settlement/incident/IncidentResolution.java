package matchnight.settlement.incident;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.audit.AuditLog;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.standing.StandingEvents.Followed;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Does what a person decided of an incident: the effect, the incident's end and the log of it, all or nothing. */
final class IncidentResolution {

    // The lock puts two decisions, and what else is said of the version meanwhile, in order.
    private static final String LOCK_INCIDENT = """
            SELECT kind, subject, detail, resolved_at FROM incident WHERE incident_id = ? FOR NO KEY UPDATE
            """;

    private static final String RESOLVE = """
            UPDATE incident
               SET resolved_at = clock_timestamp(),
                   resolved_by = ?,
                   decision = ?,
                   reason = ?
             WHERE incident_id = ?
            RETURNING resolved_at
            """;

    private final DataSource dataSource;

    IncidentResolution(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * What a person says of an incident.
     *
     * @param contentHash chooses among several contents that may be taken; null where there is one
     */
    record Command(
            UUID incidentId, Decision decision, @Nullable String contentHash, String reason, String actor) {}

    /**
     * A resolved incident.
     *
     * @param contentHash of the content that was taken
     */
    record Resolved(
            UUID incidentId,
            String kind,
            String subject,
            Decision decision,
            @Nullable String contentHash,
            String reason,
            String resolvedBy,
            Instant resolvedAt) {}

    private record Incident(String kind, String subject, JsonNode detail, boolean isResolved) {}

    /**
     * Resolves the incident.
     *
     * @throws ProblemException if it cannot be resolved so; nothing was written
     */
    Resolved resolve(Command command) throws SQLException {
        return Transaction.run(dataSource, connection -> resolveIn(connection, command));
    }

    private static Resolved resolveIn(Connection connection, Command command) throws SQLException {
        Incident incident = lock(connection, command.incidentId());
        List<Decision> possible = Decision.ofKind(incident.kind());
        if (!possible.contains(command.decision())) {
            throw new ProblemException(
                    Problem.invalid("/decision", "must be " + Decision.names(possible) + " for a " + incident.kind()));
        }
        String taken = null;
        if (command.decision() == Decision.TAKE_OTHER) {
            JsonNode content = choose(incident, command.contentHash());
            taken = ConflictDetail.contentHash(content);
            take(connection, content, command);
        }
        Instant resolvedAt = end(connection, command);
        log(connection, command, incident, taken);
        return new Resolved(
                command.incidentId(),
                incident.kind(),
                incident.subject(),
                command.decision(),
                taken,
                command.reason(),
                command.actor(),
                resolvedAt);
    }

    private static Incident lock(Connection connection, UUID incidentId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_INCIDENT)) {
            statement.setObject(1, incidentId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such incident"));
                }
                Incident incident = new Incident(
                        row.getString("kind"),
                        row.getString("subject"),
                        JsonMapper.shared().readTree(row.getString("detail")),
                        row.getObject("resolved_at") != null);
                if (incident.isResolved()) {
                    throw conflict("The incident is resolved already");
                }
                return incident;
            }
        }
    }

    private static ProblemException conflict(String detail) {
        return new ProblemException(Problem.of(ProblemCode.CONFLICT, detail));
    }

    private static JsonNode choose(Incident incident, @Nullable String contentHash) {
        List<JsonNode> contents = ConflictDetail.contents(incident.detail());
        if (contentHash == null) {
            if (contents.size() > 1) {
                throw new ProblemException(Problem.invalid(
                        "/contentHash", "is missing: " + contents.size() + " other contents of the version came"));
            }
            return contents.getFirst();
        }
        return contents.stream()
                .filter(content -> ConflictDetail.contentHash(content).equals(contentHash))
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        Problem.invalid("/contentHash", "must be the contentHash of one of the incident's contents")));
    }

    private static void take(Connection connection, JsonNode content, Command command) throws SQLException {
        MarketResult event;
        try {
            event = ConflictDetail.read(content);
        } catch (IllegalArgumentException unreadable) {
            throw conflict("The other event cannot be applied from what the incident keeps of it: "
                    + unreadable.getMessage() + ". Have the feed send it with a higher version");
        }
        switch (ResultOverride.write(connection, event, command.incidentId(), command.actor())) {
            case Followed.Done _ -> {}
            case Followed.UnknownMarket(var marketId) -> throw conflict("There is no market " + marketId + " any more");
            case Followed.UnknownSelections(var marketId, var selections) ->
                throw conflict("Market " + marketId + " has no selection "
                        + selections.stream().map(SelectionId::value).collect(Collectors.joining(", ")));
        }
    }

    private static Instant end(Connection connection, Command command) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RESOLVE)) {
            statement.setString(1, command.actor());
            statement.setString(2, command.decision().name());
            statement.setString(3, command.reason());
            statement.setObject(4, command.incidentId());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getObject(1, OffsetDateTime.class).toInstant();
            }
        }
    }

    private static void log(Connection connection, Command command, Incident incident, @Nullable String taken)
            throws SQLException {
        Map<String, Object> detail = new HashMap<>();
        detail.put("kind", incident.kind());
        detail.put("subject", incident.subject());
        detail.put("decision", command.decision().name());
        if (taken != null) {
            detail.put("contentHash", taken);
        }
        AuditLog.record(
                connection,
                command.actor(),
                "INCIDENT_RESOLVED",
                "incident/" + command.incidentId(),
                command.reason(),
                detail);
    }
}
