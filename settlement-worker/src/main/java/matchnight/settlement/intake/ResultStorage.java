package matchnight.settlement.intake;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.grading.MarketState;
import matchnight.settlement.result.ContentHash;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.OutcomesJson;
import matchnight.settlement.result.StoredEvents;
import matchnight.settlement.result.Window;
import org.jspecify.annotations.Nullable;

/**
 * Stores a result event in one transaction: the event, the shutting of the selections that it names (of all of them, for
 * a CANCEL of which the window goes on), and the job that settles by it. Rows are locked in the order market, selections, job; no other writer of these takes them another way.
 */
final class ResultStorage {

    private static final String STORE_EVENT_ONCE = """
            INSERT INTO result_event (market_id, version, event_id, type, certainty, outcomes, window_from, window_to,
                                      reason, content_hash, occurred_at, kafka_partition, kafka_offset, kafka_timestamp)
            VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    // Begun after the insert was refused, so that it sees what the winner committed.
    private static final String READ_STORED_HASH = """
            SELECT content_hash FROM result_event WHERE market_id = ? AND version = ?
            """;

    private static final String RAISE_MARKET_VERSION = """
            UPDATE market SET version = version + 1 WHERE market_id = ?
            """;

    private static final String SHUT_SELECTIONS = """
            UPDATE selection
               SET shut_by_result_version = greatest(shut_by_result_version, ?)
             WHERE market_id = ?
               AND selection_id = ANY (?)
            RETURNING selection_id
            """;

    // A window that has not ended takes in bets that nobody has placed yet, and settlement looks only at those that are
    // there: betting shuts, so that none are left behind.
    private static final String SHUT_ALL_WHILE_WINDOW_LASTS = """
            UPDATE selection
               SET shut_by_result_version = greatest(shut_by_result_version, ?)
             WHERE market_id = ?
               AND coalesce(?::timestamptz, 'infinity') >= clock_timestamp()
            """;

    private static final String READ_EVENTS =
            "SELECT " + StoredEvents.AGGREGATE + " FROM result_event WHERE market_id = ?";

    private static final String RAISE_REVISION = """
            INSERT INTO settlement_job AS job (market_id, revision, unapplied_since)
            VALUES (?, 1, ?)
            ON CONFLICT (market_id) DO UPDATE
               SET revision = job.revision + 1,
                   unapplied_since = least(job.unapplied_since, excluded.unapplied_since)
            """;

    // While an incident is open, what else is said of the same version joins it; a content that stands in one already,
    // open
    // or decided, is not told twice.
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
        try {
            return Transaction.run(dataSource, connection -> storeIn(connection, event, position));
        } catch (Unknown unknown) {
            return unknown.outcome;
        }
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
        raiseMarketVersion(connection, event.marketId());
        if (event instanceof Result result) {
            shut(connection, result);
        }
        List<MarketResult> events = readEvents(connection, event.marketId());
        if (event instanceof Cancel cancel && isInForce(cancel, events)) {
            shutAllWhileWindowLasts(connection, cancel);
        }
        boolean older = events.stream().anyMatch(stored -> stored.version() > event.version());
        if (!older || changesState(event, events)) {
            raiseRevision(connection, event.marketId(), position.timestamp());
        }
        return new IntakeOutcome.Stored(older);
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
        byte[] stored = readStoredHash(connection, event);
        if (Arrays.equals(stored, hash.toBytes())) {
            return new IntakeOutcome.Duplicate();
        }
        openIncident(connection, event, hash, position);
        return new IntakeOutcome.Conflict();
    }

    private static byte[] readStoredHash(Connection connection, MarketResult event) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_STORED_HASH)) {
            statement.setString(1, event.marketId().value());
            statement.setLong(2, event.version());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBytes(1);
            }
        }
    }

    private static void openIncident(
            Connection connection, MarketResult event, ContentHash hash, RecordPosition position) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(OPEN_INCIDENT_OR_ADD_TO_IT)) {
            statement.setString(1, event.marketId() + "@" + event.version());
            statement.setString(2, ConflictDetail.of(event, hash, position));
            statement.setString(3, event.marketId().value());
            statement.executeUpdate();
        }
    }

    private static void raiseMarketVersion(Connection connection, MarketId marketId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RAISE_MARKET_VERSION)) {
            statement.setString(1, marketId.value());
            if (statement.executeUpdate() == 0) {
                throw new Unknown(new IntakeOutcome.UnknownMarket(marketId));
            }
        }
    }

    private static void shut(Connection connection, Result result) throws SQLException {
        Set<SelectionId> named = new TreeSet<>();
        result.outcomes().stream().map(Outcome::selectionId).forEach(named::add);
        try (PreparedStatement statement = connection.prepareStatement(SHUT_SELECTIONS)) {
            statement.setLong(1, result.version());
            statement.setString(2, result.marketId().value());
            statement.setArray(3, connection.createArrayOf("text", texts(named)));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    named.remove(new SelectionId(rows.getString(1)));
                }
            }
        }
        if (!named.isEmpty()) {
            throw new Unknown(new IntakeOutcome.UnknownSelections(result.marketId(), named));
        }
    }

    /** A late CANCEL may have been rolled back before it arrived. */
    private static boolean isInForce(Cancel cancel, List<MarketResult> events) {
        return MarketState.of(events).cancels().containsKey(cancel.window());
    }

    private static void shutAllWhileWindowLasts(Connection connection, Cancel cancel) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SHUT_ALL_WHILE_WINDOW_LASTS)) {
            statement.setLong(1, cancel.version());
            statement.setString(2, cancel.marketId().value());
            setTime(statement, 3, cancel.window().to());
            statement.executeUpdate();
        }
    }

    private static Object[] texts(Set<SelectionId> selections) {
        return selections.stream().map(SelectionId::value).toArray();
    }

    private static List<MarketResult> readEvents(Connection connection, MarketId marketId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_EVENTS)) {
            statement.setString(1, marketId.value());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return StoredEvents.read(marketId, row.getString(1));
            }
        }
    }

    /** Whether a late event still matters: an old RESULT under a newer one does not, an old CANCEL may. */
    private static boolean changesState(MarketResult event, List<MarketResult> events) {
        List<MarketResult> before = new ArrayList<>(events);
        before.removeIf(stored -> stored.version() == event.version());
        return !MarketState.of(before).equals(MarketState.of(events));
    }

    private static void raiseRevision(Connection connection, MarketId marketId, Instant since) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RAISE_REVISION)) {
            statement.setString(1, marketId.value());
            statement.setObject(2, utc(since));
            statement.executeUpdate();
        }
    }
}
