package matchnight.bets.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.bets.bet.BetRows;
import matchnight.bets.bet.BetView;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.ledger.account.AccountId;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Reads one bet, or an account's bets, newest first. */
@Component
public final class ReadBets {

    /** Names this list's cursors. */
    public static final String LIST = "bets";

    private static final UUID AFTER_ALL = new UUID(-1, -1);

    // Ids rise with time, so the newest bets have the greatest. A bet is open without a settlement or after a
    // reopening.
    private static final String READ_IDS_BELOW = """
            SELECT bet.bet_id
              FROM bet
              LEFT JOIN LATERAL (
                       SELECT kind
                         FROM bet_settlement
                        WHERE bet_settlement.bet_id = bet.bet_id
                        ORDER BY version DESC
                        LIMIT 1) AS newest ON ? <> 'all'
             WHERE bet.account_id = ?
               AND bet.bet_id < ?
               AND CASE ?
                       WHEN 'open' THEN newest.kind IS NULL OR newest.kind = 'REOPENED'
                       WHEN 'settled' THEN newest.kind <> 'REOPENED'
                       ELSE true
                   END
             ORDER BY bet.bet_id DESC
             LIMIT ?
            """;

    private final DataSource dataSource;

    ReadBets(@Qualifier("readerDataSource") DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public Optional<BetView> bet(UUID betId) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return Optional.ofNullable(
                    BetRows.readAsTheyStand(connection, List.of(betId)).get(betId));
        }
    }

    public Page<BetView> page(AccountId accountId, BetFilter filter, PageRequest request) throws SQLException {
        UUID below = request.afterKey(UUID::fromString).orElse(AFTER_ALL);
        try (Connection connection = dataSource.getConnection()) {
            List<UUID> ids = readIds(connection, accountId, filter, below, request.rowsToRead());
            Map<UUID, BetView> bets = BetRows.readAsTheyStand(connection, ids);
            List<BetView> newestFirst =
                    ids.stream().map(bets::get).map(BetView.class::cast).toList();
            return Page.of(newestFirst, request, LIST, bet -> bet.betId().toString());
        }
    }

    private static List<UUID> readIds(
            Connection connection, AccountId accountId, BetFilter filter, UUID below, int rowsToRead)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_IDS_BELOW)) {
            statement.setString(1, filter.text());
            statement.setString(2, accountId.value());
            statement.setObject(3, below);
            statement.setString(4, filter.text());
            statement.setInt(5, rowsToRead);
            try (ResultSet rows = statement.executeQuery()) {
                List<UUID> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getObject(1, UUID.class));
                }
                return ids;
            }
        }
    }
}
