package matchnight.settlement.incident;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;
import matchnight.settlement.result.ContentHash;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.OutcomesJson;
import matchnight.settlement.result.Window;
import matchnight.settlement.standing.StandingEvents;
import matchnight.settlement.standing.StandingEvents.Followed;
import org.jspecify.annotations.Nullable;

/**
 * Puts another content in the place of a stored event. Nothing stored is changed: the row beside it counts from now on,
 * and settlement follows as it follows a new event.
 */
final class ResultOverride {

    // Of two decisions on one version at once one fails by the key, and its caller may try again.
    private static final String WRITE = """
            INSERT INTO result_override (market_id, version, override_number, event_id, type, certainty, outcomes, window_from,
                                         window_to, reason, content_hash, occurred_at, incident_id, decided_by)
            SELECT event.market_id, event.version,
                   1 + coalesce((SELECT max(override_number)
                                   FROM result_override AS earlier
                                  WHERE earlier.market_id = event.market_id AND earlier.version = event.version), 0),
                   ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?
              FROM result_event AS event
             WHERE event.market_id = ?
               AND event.version = ?
            """;

    private ResultOverride() {}

    /**
     * Writes the row and lets betting and settlement follow, in the caller's transaction.
     *
     * @throws IllegalStateException if no event of the version is stored
     */
    static Followed write(Connection connection, MarketResult event, UUID incidentId, String decidedBy)
            throws SQLException {
        MarketResult replaced = StandingEvents.read(connection, event.marketId()).stream()
                .filter(stored -> stored.version() == event.version())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No event of version " + event.version() + " is stored"));
        insert(connection, event, incidentId, decidedBy);
        return StandingEvents.follow(connection, event, replaced, Instant.now());
    }

    private static void insert(Connection connection, MarketResult event, UUID incidentId, String decidedBy)
            throws SQLException {
        Window window = switch (event) {
            case Cancel cancel -> cancel.window();
            case RollbackCancel undone -> undone.window();
            case Result _, Rollback _ -> Window.ALWAYS;
        };
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            statement.setString(1, event.header().eventId());
            statement.setString(2, event.type());
            statement.setString(
                    3, event instanceof Result result ? result.certainty().name() : null);
            statement.setString(4, event instanceof Result result ? OutcomesJson.write(result.outcomes()) : null);
            setTime(statement, 5, window.from());
            setTime(statement, 6, window.to());
            statement.setString(7, event.header().reason());
            statement.setBytes(8, ContentHash.of(event).toBytes());
            setTime(statement, 9, event.header().occurredAt());
            statement.setObject(10, incidentId);
            statement.setString(11, decidedBy);
            statement.setString(12, event.marketId().value());
            statement.setLong(13, event.version());
            statement.executeUpdate();
        }
    }

    private static void setTime(PreparedStatement statement, int index, @Nullable Instant time) throws SQLException {
        if (time == null) {
            statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
        } else {
            statement.setObject(index, time.atOffset(ZoneOffset.UTC));
        }
    }
}
