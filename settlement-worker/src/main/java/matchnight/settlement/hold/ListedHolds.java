package matchnight.settlement.hold;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes off the list of overdue holds what stands settled meanwhile, page by page. */
final class ListedHolds {

    // Locked before the settlements are read, by another statement: a bet that is reopened after we have read waits to
    // be put on the list until its old row is gone. What somebody writes at this moment is the next run's.
    private static final String LOCK_PAGE = """
            SELECT bet_id
              FROM overdue_hold
             WHERE bet_id > ?
             ORDER BY bet_id
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    private static final String TAKE_OFF_SETTLED = """
            DELETE FROM overdue_hold
             USING unnest(?::uuid[]) AS page (bet_id)
             CROSS JOIN LATERAL (SELECT kind
                                   FROM bet_settlement
                                  WHERE bet_settlement.bet_id = page.bet_id
                                  ORDER BY version DESC
                                  LIMIT 1) AS newest
             WHERE overdue_hold.bet_id = page.bet_id
               AND newest.kind <> 'REOPENED'
            """;

    private static final UUID BEFORE_ALL_BETS = new UUID(0, 0);

    private final int betsOnPage;

    ListedHolds(int betsOnPage) {
        this.betsOnPage = betsOnPage;
    }

    /**
     * Looks at the next page of the list, in the caller's transaction.
     *
     * @param after the last bet of the page before; null begins the list
     * @return the last bet of this page; null at the end of the list
     */
    @Nullable
    UUID checkPage(Connection connection, @Nullable UUID after) throws SQLException {
        List<UUID> page = lockPage(connection, after == null ? BEFORE_ALL_BETS : after);
        if (!page.isEmpty()) {
            takeOffSettled(connection, page);
        }
        return page.size() < betsOnPage ? null : page.getLast();
    }

    private List<UUID> lockPage(Connection connection, UUID after) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_PAGE)) {
            statement.setObject(1, after);
            statement.setInt(2, betsOnPage);
            try (ResultSet rows = statement.executeQuery()) {
                List<UUID> page = new ArrayList<>();
                while (rows.next()) {
                    page.add(rows.getObject(1, UUID.class));
                }
                return page;
            }
        }
    }

    private static void takeOffSettled(Connection connection, List<UUID> page) throws SQLException {
        Array bets = connection.createArrayOf("uuid", page.toArray());
        try (PreparedStatement statement = connection.prepareStatement(TAKE_OFF_SETTLED)) {
            statement.setArray(1, bets);
            statement.executeUpdate();
        }
    }
}
