package matchnight.settlement.intake;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.incident.ConflictDetail;
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
 * Stores a result event in one transaction: the event, the shutting of what it decides, and the job that settles by it.
 */
final class ResultStorage {

    private static final String STORE_EVENT_ONCE = """
            INSERT INTO result_event (market_id, version, event_id, type, certainty, outcomes, window_from, window_to,
                                      reason, content_hash, occurred_at, kafka_partition, kafka_offset, kafka_timestamp)
            VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    // Begun after the insert was refused, so that it sees what the winner committed. What a person put in the place of
    // the first content is as well known as that.
    private static final String IS_CONTENT_KNOWN = """
            SELECT EXISTS (SELECT FROM result_event WHERE market_id = ? AND version = ? AND content_hash = ?
                           UNION ALL
                           SELECT FROM result_override WHERE market_id = ? AND version = ? AND content_hash = ?)
            """;

    // While an incident is open, what else is said of the same version joins it; a content that stands in one already,
    // open or decided, is not told twice.
    private static final String OPEN_INCIDENT_OR_ADD_TO_IT = """
            INSERT INTO incident AS opened (kind, subject, owner, detail)
            SELECT 'RESULT_CONFLICT', conflict.subject, market.owner, conflict.detail
              FROM (VALUES (?, ?::jsonb)) AS conflict (subject, detail)
              JOIN market ON market.market_id = ?
             WHERE NOT EXISTS (SELECT FROM incident AS known
                                WHERE known.kind = 'RESULT_CONFLICT'
                                  AND known.subject = conflict.subject
                                  AND jsonb_path_exists(known.detail, '$.**.contentHash ? (@ == $hash)',
                                                        jsonb_build_object('hash', conflict.detail -> 'contentHash')))
            ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO UPDATE
               SET detail = jsonb_set(opened.detail, '{others}', coalesce(opened.detail -> 'others', '[]') || excluded.detail)
             WHERE NOT jsonb_path_exists(opened.detail, '$.**.contentHash ? (@ == $hash)',
                                         jsonb_build_object('hash', excluded.detail -> 'contentHash'))
               AND coalesce(jsonb_array_length(opened.detail -> 'others'), 0) < 100
            """;

    private final DataSource dataSource;

    ResultStorage(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Stores the event, or says why not. Unless it is {@code Stored}, nothing but an incident was written. */
    IntakeOutcome store(MarketResult event, RecordPosition position) throws SQLException {
        return store(event, position, (_, storing) -> storing.store());
    }

    /** Stores the event as part of a transaction that does more; nothing of it is left when something is unknown. */
    IntakeOutcome store(MarketResult event, RecordPosition position, Surrounding surrounding) throws SQLException {
        try {
            return Transaction.run(
                    dataSource, connection -> surrounding.run(connection, () -> storeIn(connection, event, position)));
        } catch (Unknown unknown) {
            return unknown.outcome;
        }
    }

    /** What else a transaction does that stores an event. */
    @FunctionalInterface
    interface Surrounding {

        /**
         * Runs in the transaction. Where something is unknown to the catalogue, {@code storing} does not return.
         *
         * @return what storing returned, if it was called at all
         */
        IntakeOutcome run(Connection connection, Storing storing) throws SQLException;
    }

    /** Stores the event in the transaction that it was given to. */
    @FunctionalInterface
    interface Storing {

        IntakeOutcome store() throws SQLException;
    }

    /** Rolls the transaction back; what was named is not in the catalogue. */
    private static final class Unknown extends RuntimeException {

        private final transient IntakeOutcome outcome;

        Unknown(IntakeOutcome outcome) {
            super(outcome.toString(), null, false, false);
            this.outcome = outcome;
        }
    }

    private static IntakeOutcome storeIn(Connection connection, MarketResult event, RecordPosition position)
            throws SQLException {
        ContentHash hash = ContentHash.of(event);
        if (!insertEvent(connection, event, hash, position)) {
            return compareWithStored(connection, event, hash, position);
        }
        return switch (StandingEvents.follow(connection, event, null, position.timestamp())) {
            case Followed.Done(boolean older) -> new IntakeOutcome.Stored(older);
            case Followed.UnknownMarket(var marketId) -> throw new Unknown(new IntakeOutcome.UnknownMarket(marketId));
            case Followed.UnknownSelections(var marketId, var selections) ->
                throw new Unknown(new IntakeOutcome.UnknownSelections(marketId, selections));
        };
    }

    private static boolean insertEvent(
            Connection connection, MarketResult event, ContentHash hash, RecordPosition position) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STORE_EVENT_ONCE)) {
            statement.setString(1, event.marketId().value());
            statement.setLong(2, event.version());
            statement.setString(3, event.header().eventId());
            statement.setString(4, event.type());
            bindContent(statement, event);
            statement.setString(9, event.header().reason());
            statement.setBytes(10, hash.toBytes());
            statement.setObject(11, utc(event.header().occurredAt()));
            statement.setInt(12, position.partition());
            statement.setLong(13, position.offset());
            statement.setObject(14, utc(position.timestamp()));
            return statement.executeUpdate() == 1;
        }
    }

    private static void bindContent(PreparedStatement statement, MarketResult event) throws SQLException {
        String certainty = event instanceof Result result ? result.certainty().name() : null;
        String outcomes = event instanceof Result result ? OutcomesJson.write(result.outcomes()) : null;
        Window window = switch (event) {
            case Cancel cancel -> cancel.window();
            case RollbackCancel undone -> undone.window();
            case Result _, Rollback _ -> Window.ALWAYS;
        };
        statement.setString(5, certainty);
        statement.setString(6, outcomes);
        setTime(statement, 7, window.from());
        setTime(statement, 8, window.to());
    }

    private static void setTime(PreparedStatement statement, int index, @Nullable Instant time) throws SQLException {
        if (time == null) {
            statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
        } else {
            statement.setObject(index, utc(time));
        }
    }

    private static OffsetDateTime utc(Instant time) {
        return time.atOffset(ZoneOffset.UTC);
    }

    private static IntakeOutcome compareWithStored(
            Connection connection, MarketResult event, ContentHash hash, RecordPosition position) throws SQLException {
        if (isContentKnown(connection, event, hash)) {
            return new IntakeOutcome.Duplicate();
        }
        openIncident(connection, event, hash, position);
        return new IntakeOutcome.Conflict();
    }

    private static boolean isContentKnown(Connection connection, MarketResult event, ContentHash hash)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(IS_CONTENT_KNOWN)) {
            for (int first = 1; first <= 4; first += 3) {
                statement.setString(first, event.marketId().value());
                statement.setLong(first + 1, event.version());
                statement.setBytes(first + 2, hash.toBytes());
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    private static void openIncident(
            Connection connection, MarketResult event, ContentHash hash, RecordPosition position) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(OPEN_INCIDENT_OR_ADD_TO_IT)) {
            statement.setString(1, event.marketId() + "@" + event.version());
            statement.setString(
                    2,
                    ConflictDetail.of(event, hash, position.topic(), position.partition(), position.offset())
                            .toString());
            statement.setString(3, event.marketId().value());
            statement.executeUpdate();
        }
    }
}
