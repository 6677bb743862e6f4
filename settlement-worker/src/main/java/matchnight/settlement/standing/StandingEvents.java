package matchnight.settlement.standing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.settlement.grading.MarketState;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.StoredEvents;
import matchnight.settlement.result.Window;
import org.jspecify.annotations.Nullable;

/**
 * A market's events as they count. Every method runs in the caller's transaction.
 *
 * <p>Rows are locked in the order market, selections, job; no other writer of these takes them another way.
 */
public final class StandingEvents {

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
            "SELECT " + StoredEvents.AGGREGATE + " FROM standing_result_event AS result_event WHERE market_id = ?";

    private static final String RAISE_REVISION = """
            INSERT INTO settlement_job AS job (market_id, revision, unapplied_since)
            VALUES (?, 1, ?)
            ON CONFLICT (market_id) DO UPDATE
               SET revision = job.revision + 1,
                   unapplied_since = least(job.unapplied_since, excluded.unapplied_since)
            """;

    private static final String HAVE_A_FIRST_PART = """
            INSERT INTO settlement_part (market_id, part) VALUES (?, 0) ON CONFLICT DO NOTHING
            """;

    private StandingEvents() {}

    /** What became of an event that is to count. */
    public sealed interface Followed {

        /**
         * Betting and settlement follow it.
         *
         * @param older the market has a newer event
         */
        record Done(boolean older) implements Followed {}

        /** The caller must roll back. */
        record UnknownMarket(MarketId marketId) implements Followed {}

        /** The caller must roll back. */
        record UnknownSelections(MarketId marketId, Set<SelectionId> selections) implements Followed {}
    }

    /** All events of the market as they count, in no order. */
    public static List<MarketResult> read(Connection connection, MarketId marketId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_EVENTS)) {
            statement.setString(1, marketId.value());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return StoredEvents.read(marketId, row.getString(1));
            }
        }
    }

    /**
     * Brings the catalogue and the queue up to an event that was written to count from now on: raises the market's
     * version, shuts the selections that it names (all of them, for a CANCEL in force of which the window goes on), and
     * raises the job's revision, unless the event is an older one that changes nothing: an old RESULT under a newer one
     * does not, an old CANCEL may.
     *
     * @param event as it was written by this transaction
     * @param replaced what counted in its place before; null where nothing did
     * @param since when the market's backlog begins if it has none
     */
    public static Followed follow(
            Connection connection, MarketResult event, @Nullable MarketResult replaced, Instant since)
            throws SQLException {
        if (!raiseMarketVersion(connection, event.marketId())) {
            return new Followed.UnknownMarket(event.marketId());
        }
        if (event instanceof Result result) {
            Set<SelectionId> unknown = shut(connection, result);
            if (!unknown.isEmpty()) {
                return new Followed.UnknownSelections(event.marketId(), unknown);
            }
        }
        List<MarketResult> events = read(connection, event.marketId());
        MarketState before = MarketState.of(without(event, replaced, events));
        MarketState after = MarketState.of(events);
        shutWhatCameIntoForce(connection, event, before, after);
        boolean older = events.stream().anyMatch(stored -> stored.version() > event.version());
        if (!older || !before.decidesAs(after)) {
            raiseRevision(connection, event.marketId(), since);
        }
        return new Followed.Done(older);
    }

    private static List<MarketResult> without(
            MarketResult event, @Nullable MarketResult replaced, List<MarketResult> events) {
        List<MarketResult> before = new ArrayList<>(events);
        before.removeIf(stored -> stored.version() == event.version());
        if (replaced != null) {
            before.add(replaced);
        }
        return before;
    }

    // Not only of the event itself: what takes the place of a ROLLBACK or a ROLLBACK_CANCEL brings back what that
    // undid,
    // and betting may have been opened since.
    private static void shutWhatCameIntoForce(
            Connection connection, MarketResult event, MarketState before, MarketState after) throws SQLException {
        if (after.standing() instanceof Result result && !result.equals(event) && !result.equals(before.standing())) {
            shut(connection, result);
        }
        for (Cancel cancel : after.cancels().values()) {
            if (!before.cancels().containsKey(cancel.window())) {
                shutAllWhileWindowLasts(connection, cancel);
            }
        }
    }

    private static boolean raiseMarketVersion(Connection connection, MarketId marketId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RAISE_MARKET_VERSION)) {
            statement.setString(1, marketId.value());
            return statement.executeUpdate() == 1;
        }
    }

    /** Returns those that the market does not have. */
    private static Set<SelectionId> shut(Connection connection, Result result) throws SQLException {
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
        return named;
    }

    private static Object[] texts(Set<SelectionId> selections) {
        return selections.stream().map(SelectionId::value).toArray();
    }

    private static void shutAllWhileWindowLasts(Connection connection, Cancel cancel) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SHUT_ALL_WHILE_WINDOW_LASTS)) {
            statement.setLong(1, cancel.version());
            statement.setString(2, cancel.marketId().value());
            setEnd(statement, 3, cancel.window());
            statement.executeUpdate();
        }
    }

    private static void setEnd(PreparedStatement statement, int index, Window window) throws SQLException {
        Instant end = window.to();
        if (end == null) {
            statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
        } else {
            statement.setObject(index, end.atOffset(ZoneOffset.UTC));
        }
    }

    private static void raiseRevision(Connection connection, MarketId marketId, Instant since) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RAISE_REVISION)) {
            statement.setString(1, marketId.value());
            statement.setObject(2, since.atOffset(ZoneOffset.UTC));
            statement.executeUpdate();
        }
        try (PreparedStatement statement = connection.prepareStatement(HAVE_A_FIRST_PART)) {
            statement.setString(1, marketId.value());
            statement.executeUpdate();
        }
    }
}
