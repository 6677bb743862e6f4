package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tells people of drift. The same drift joins the incident that is open; what a person said is never undone. */
final class DriftIncidents {

    // seen counts runs, so that a part that is looked at again after an interruption counts once.
    private static final String OPEN_OR_JOIN = """
            INSERT INTO incident AS open (kind, subject, owner, detail)
            VALUES (?, ?, ?, ?::jsonb)
            ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO UPDATE
               SET detail = open.detail
                   || jsonb_build_object('lastSeen', excluded.detail -> 'lastSeen', 'lastRunId', excluded.detail -> 'lastRunId',
                                         'seen', (open.detail ->> 'seen')::integer + 1)
             WHERE open.detail ->> 'lastRunId' <> excluded.detail ->> 'lastRunId'
            """;

    // A record of the topic stays as it is: what a person decided on it stands.
    private static final String OPEN_UNLESS_DECIDED = """
            INSERT INTO incident AS open (kind, subject, owner, detail)
            SELECT kind, subject, owner, detail
              FROM (VALUES (?, ?, ?, ?::jsonb)) AS seen (kind, subject, owner, detail)
             WHERE NOT EXISTS (SELECT
                                 FROM incident AS decided
                                WHERE decided.kind = seen.kind
                                  AND decided.subject = seen.subject
                                  AND decided.resolved_at IS NOT NULL
                                  AND decided.detail -> 'found' = seen.detail -> 'found')
            ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO UPDATE
               SET detail = open.detail
                   || jsonb_build_object('lastSeen', excluded.detail -> 'lastSeen', 'lastRunId', excluded.detail -> 'lastRunId',
                                         'seen', (open.detail ->> 'seen')::integer + 1)
             WHERE open.detail ->> 'lastRunId' <> excluded.detail ->> 'lastRunId'
            """;

    private DriftIncidents() {}

    /** Opens an incident for each, or joins the one that is open, in the caller's transaction. */
    static void tell(Connection connection, UUID runId, String seenAt, List<Drift> drifts) throws SQLException {
        for (Drift drift : drifts) {
            ObjectNode detail = drift.detail().deepCopy();
            detail.put("runbook", drift.kind().runbook());
            detail.put("firstRunId", runId.toString());
            detail.put("firstSeen", seenAt);
            detail.put("lastRunId", runId.toString());
            detail.put("lastSeen", seenAt);
            detail.put("seen", 1);
            boolean isOfEvent = drift.kind() == DriftKind.EVENT_DRIFT;
            try (PreparedStatement statement =
                    connection.prepareStatement(isOfEvent ? OPEN_UNLESS_DECIDED : OPEN_OR_JOIN)) {
                statement.setString(1, drift.kind().name());
                statement.setString(2, drift.subject());
                statement.setString(3, drift.owner());
                statement.setString(4, JsonMapper.shared().writeValueAsString(detail));
                statement.executeUpdate();
            }
        }
    }
}
