package matchnight.settlement.ops;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what is listed beside the curves: markets with a backlog and their parts, what is paused, and what waits for a
 * person. Lists are short; their totals are told. Nothing here counts bets.
 */
final class BoardReading {

    private static final String MARKETS = """
            SELECT job.market_id AS "marketId", market.name, event.name AS event, job.revision,
                   (SELECT max(version) FROM result_event WHERE result_event.market_id = job.market_id) AS version,
                   round(greatest(0, extract(epoch FROM clock_timestamp() - job.unapplied_since))::numeric, 1) AS "ageSeconds",
                   (SELECT coalesce(sum(bets_settled), 0) FROM settlement_part WHERE market_id = job.market_id) AS "settlements",
                   (SELECT count(*) FROM settlement_part
                     WHERE market_id = job.market_id AND applied_revision = job.revision) AS "partsDone",
                   (SELECT count(*) FROM settlement_part WHERE market_id = job.market_id) AS parts,
                   (SELECT count(*) FROM settlement_skipped WHERE market_id = job.market_id) AS "passedOver",
                   (SELECT max(attempts) FROM settlement_part WHERE market_id = job.market_id) AS failures,
                   (SELECT max(last_error) FROM settlement_part WHERE market_id = job.market_id) AS "lastError",
                   EXISTS (SELECT FROM settlement_pause WHERE scope IN ('all', 'market:' || job.market_id)) AS paused
              FROM settlement_job AS job
              JOIN market USING (market_id)
              JOIN event USING (event_id)
             WHERE job.unapplied_since IS NOT NULL
             ORDER BY job.unapplied_since, job.market_id
             LIMIT 50
            """;

    private static final String LEASES = """
            SELECT lease_owner AS worker, market_id AS "marketId", part, lease_epoch AS epoch,
                   round(extract(epoch FROM lease_until - clock_timestamp())::numeric, 1) AS "secondsLeft"
              FROM settlement_part
             WHERE lease_owner IS NOT NULL
               AND lease_until > clock_timestamp()
             ORDER BY lease_owner, market_id, part
             LIMIT 50
            """;

    private static final String PAUSES = """
            SELECT scope, paused_by AS "by", reason, paused_at AS since
              FROM settlement_pause
             ORDER BY paused_at
             LIMIT 50
            """;

    private static final String HOLDS = """
            SELECT bet_id AS "betId", account_id AS "accountId", owner, currency, stake AS "stakeMinorUnits",
                   settle_by AS "settleBy"
              FROM overdue_hold
             ORDER BY settle_by, bet_id
             LIMIT 20
            """;

    private static final String INCIDENTS = """
            SELECT incident_id AS "incidentId", kind, subject, owner, opened_at AS "openedAt"
              FROM incident
             WHERE resolved_at IS NULL
             ORDER BY incident_id DESC
             LIMIT 20
            """;

    private static final String DEAD_LETTERS = """
            SELECT dead_letter_id AS "deadLetterId", reason_code AS "reasonCode", reason, received_at AS "receivedAt"
              FROM dead_letter
             WHERE NOT EXISTS (SELECT FROM dead_letter_retry AS retry
                                WHERE retry.dead_letter_id = dead_letter.dead_letter_id
                                  AND retry.outcome <> 'REFUSED')
             ORDER BY dead_letter_id DESC
             LIMIT 20
            """;

    private static final String TOTALS = """
            SELECT (SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL) AS markets,
                   (SELECT count(*) FROM overdue_hold) AS "overdueHolds",
                   (SELECT count(*) FROM incident WHERE resolved_at IS NULL) AS incidents,
                   (SELECT count(*) FROM dead_letter
                     WHERE NOT EXISTS (SELECT FROM dead_letter_retry AS retry
                                        WHERE retry.dead_letter_id = dead_letter.dead_letter_id
                                          AND retry.outcome <> 'REFUSED')) AS "deadLetters",
                   (SELECT count(*) FROM result_waiting) AS "resultsWaiting",
                   (SELECT count(*) FROM settlement_skipped) AS "passedOver",
                   (SELECT count(DISTINCT lease_owner) FROM settlement_part
                     WHERE lease_owner IS NOT NULL AND lease_until > clock_timestamp()) AS workers,
                   (SELECT count(*) FROM settlement_part
                     WHERE lease_owner IS NOT NULL AND lease_until > clock_timestamp()) AS leases,
                   (SELECT round(extract(epoch FROM clock_timestamp() - min(unapplied_since))::numeric, 1)
                      FROM settlement_job) AS "oldestSeconds",
                   (SELECT min(days_ahead) FROM partition_headroom) AS "partitionDaysAhead"
            """;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final DataSource reader;

    BoardReading(DataSource reader) {
        this.reader = reader;
    }

    /** {@code {totals, markets, leases, pauses, holds, incidents, deadLetters}}. */
    ObjectNode read() throws SQLException {
        ObjectNode board = JsonNodeFactory.instance.objectNode();
        try (Connection connection = reader.getConnection()) {
            board.set("totals", rows(connection, TOTALS).get(0));
            board.set("markets", rows(connection, MARKETS));
            board.set("leases", rows(connection, LEASES));
            board.set("pauses", rows(connection, PAUSES));
            board.set("holds", rows(connection, HOLDS));
            board.set("incidents", rows(connection, INCIDENTS));
            board.set("deadLetters", rows(connection, DEAD_LETTERS));
        }
        return board;
    }

    private static JsonNode rows(Connection connection, String query) throws SQLException {
        String asJson = "SELECT coalesce(json_agg(row), '[]') FROM (" + query + ") AS row";
        try (PreparedStatement statement = connection.prepareStatement(asJson);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return JSON.readTree(rows.getString(1));
        }
    }
}
