package matchnight.settlement.hold;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sweeps the deadlines behind the watermark window by window, and a window page by page in the order of bet ids. The place
 * commits with what was found.
 *
 * <p>The very first window has no beginning. It takes in every bet that was accepted before its end, and goes through them
 * by id, once.
 */
final class DeadlineWindow {

    // Locked for the transaction, so that one worker sweeps at a time and the others do not wait for it. Where another
    // has swept up to this worker's moment there is no window, and nothing to do.
    private static final String TAKE_PLACE = """
            SELECT swept_until = '-infinity' AS is_first, swept_until::text AS swept_until, until::text AS until,
                   coalesce(after_bet_id, '00000000-0000-0000-0000-000000000000') AS after_bet_id
              FROM hold_sweep
             CROSS JOIN (SELECT ?::timestamptz AS closed, ?::bigint * interval '1 millisecond' AS longest) AS run
             CROSS JOIN LATERAL (
                   SELECT coalesce(sweeping_until,
                                   CASE WHEN swept_until = '-infinity' THEN closed
                                        ELSE least(closed, swept_until + longest) END) AS until) AS ends
             WHERE until > swept_until
               FOR UPDATE OF hold_sweep SKIP LOCKED
            """;

    private static final String PAGE_OF_THE_FIRST_WINDOW = """
            WITH page AS MATERIALIZED (
                SELECT bet_id
                  FROM bet
                 WHERE bet_id > ?
                   AND bet_id < uuidv7_lower_bound(?::timestamptz)
                 ORDER BY bet_id
                 LIMIT ?
            )
            """;

    // The first part reads the ranges of pages in which the index has seen such deadlines, behind the place: a market's
    // bets share one, and must not be read again for each page. The page's size comes after it: with that the planner
    // may
    // prefer to walk the primary key through all of history. The second part reads the bets that were accepted since;
    // ten
    // seconds more are for a clock that was set back.
    private static final String PAGE_OF_A_WINDOW = """
            WITH deadline_passed AS MATERIALIZED (
                SELECT bet_id
                  FROM bet
                 WHERE settle_by > ?::timestamptz
                   AND settle_by <= ?::timestamptz
                   AND bet_id > ?
            ), accepted_late AS MATERIALIZED (
                SELECT bet_id
                  FROM bet
                 WHERE bet_id >= uuidv7_lower_bound(?::timestamptz - interval '10 seconds')
                   AND bet_id < uuidv7_lower_bound(?::timestamptz)
                   AND settle_by <= ?::timestamptz
                   AND bet_id > ?
            ), page AS MATERIALIZED (
                SELECT bet_id
                  FROM (SELECT bet_id FROM deadline_passed UNION ALL SELECT bet_id FROM accepted_late) AS due
                 ORDER BY bet_id
                 LIMIT ?
            )
            """;

    private static final String NOTE_OPEN_BETS_OF_PAGE = """
            , noted AS (
                INSERT INTO overdue_hold (bet_id, account_id, owner, currency, stake, settle_by)
                SELECT bet.bet_id, account_id, owner, currency, stake, settle_by
                  FROM page
                 CROSS JOIN LATERAL (SELECT * FROM bet WHERE bet.bet_id = page.bet_id LIMIT 1) AS bet
                  LEFT JOIN LATERAL (SELECT kind
                                       FROM bet_settlement
                                      WHERE bet_settlement.bet_id = page.bet_id
                                      ORDER BY version DESC
                                      LIMIT 1) AS newest ON true
                 WHERE settle_by <= ?::timestamptz
                   AND (newest.kind IS NULL OR newest.kind = 'REOPENED')
                 ORDER BY bet.bet_id
                ON CONFLICT (bet_id) DO NOTHING
            )
            SELECT (SELECT count(*) FROM page) AS looked_at,
                   (SELECT bet_id FROM page ORDER BY bet_id DESC LIMIT 1) AS last_bet_id
            """;

    private static final String KEEP_PLACE_IN_WINDOW =
            "UPDATE hold_sweep SET sweeping_until = ?::timestamptz, after_bet_id = ?";

    private static final String LEAVE_WINDOW = """
            UPDATE hold_sweep SET swept_until = ?::timestamptz, sweeping_until = NULL, after_bet_id = NULL
            """;

    private final Duration longest;
    private final int betsOnPage;

    DeadlineWindow(Duration longest, int betsOnPage) {
        this.longest = longest;
        this.betsOnPage = betsOnPage;
    }

    /** A window and how far it is swept. Times as the database writes them, which knows one before all others. */
    private record Place(boolean isFirst, String sweptUntil, String until, UUID afterBetId) {}

    private record Page(int lookedAt, @Nullable UUID lastBetId) {}

    /**
     * Looks at the next page and moves the place behind it, in the caller's transaction.
     *
     * @param closed where a window ends at most
     * @return whether there may be more to sweep; false also if another worker is at it
     */
    boolean sweepPage(Connection connection, Instant closed) throws SQLException {
        Place place = takePlace(connection, closed);
        if (place == null) {
            return false;
        }
        Page page = place.isFirst() ? pageOfTheFirstWindow(connection, place) : pageOfAWindow(connection, place);
        if (page.lastBetId() == null || page.lookedAt() < betsOnPage) {
            leaveWindow(connection, place);
        } else {
            keepPlace(connection, place, page.lastBetId());
        }
        return true;
    }

    private @Nullable Place takePlace(Connection connection, Instant closed) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TAKE_PLACE)) {
            statement.setString(1, closed.toString());
            statement.setLong(2, longest.toMillis());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new Place(
                                row.getBoolean("is_first"),
                                row.getString("swept_until"),
                                row.getString("until"),
                                row.getObject("after_bet_id", UUID.class))
                        : null;
            }
        }
    }

    private Page pageOfTheFirstWindow(Connection connection, Place place) throws SQLException {
        return page(
                connection,
                PAGE_OF_THE_FIRST_WINDOW + NOTE_OPEN_BETS_OF_PAGE,
                place.afterBetId(),
                place.until(),
                betsOnPage,
                place.until());
    }

    private Page pageOfAWindow(Connection connection, Place place) throws SQLException {
        return page(
                connection,
                PAGE_OF_A_WINDOW + NOTE_OPEN_BETS_OF_PAGE,
                place.sweptUntil(),
                place.until(),
                place.afterBetId(),
                place.sweptUntil(),
                place.until(),
                place.sweptUntil(),
                place.afterBetId(),
                betsOnPage,
                place.until());
    }

    private static Page page(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Page(row.getInt("looked_at"), row.getObject("last_bet_id", UUID.class));
            }
        }
    }

    private static void leaveWindow(Connection connection, Place place) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LEAVE_WINDOW)) {
            statement.setString(1, place.until());
            statement.executeUpdate();
        }
    }

    private static void keepPlace(Connection connection, Place place, UUID lastBetId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(KEEP_PLACE_IN_WINDOW)) {
            statement.setString(1, place.until());
            statement.setObject(2, lastBetId);
            statement.executeUpdate();
        }
    }
}
