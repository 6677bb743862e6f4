package matchnight.bench.night;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * A bet as the database holds it by its first leg, with what its newest settlement says. A night places singles: of any
 * other bet the proofs say that nobody was told of it.
 *
 * @param settlements how many settlement versions it has; 0 while it was never settled
 * @param kind of the newest settlement
 * @param returns of the newest settlement
 */
record StoredBet(
        String betId,
        String accountId,
        String marketId,
        String selectionId,
        Price price,
        Money stake,
        Instant acceptedAt,
        long gateVersion,
        int settlements,
        @Nullable String kind,
        @Nullable Money returns) {

    private static final String ALL_BETS = """
            SELECT bet.bet_id, bet.account_id, bet.currency, bet.stake, bet.accepted_at,
                   leg.market_id, leg.selection_id, leg.price, leg.gate_version,
                   coalesce(newest.version, 0) AS settlements, newest.kind, newest.returns
              FROM bet
              JOIN bet_leg leg ON leg.bet_id = bet.bet_id AND leg.leg_number = 1
              LEFT JOIN LATERAL (
                    SELECT version, kind, returns
                      FROM bet_settlement
                     WHERE bet_settlement.bet_id = bet.bet_id
                     ORDER BY version DESC
                     LIMIT 1
                   ) newest ON true
             ORDER BY bet.bet_id
            """;

    static List<StoredBet> readAll(Connection connection) throws SQLException {
        List<StoredBet> bets = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(ALL_BETS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                bets.add(read(rows));
            }
        }
        return bets;
    }

    private static StoredBet read(ResultSet row) throws SQLException {
        CurrencyCode currency = CurrencyCode.of(row.getString("currency"));
        long returns = row.getLong("returns");
        boolean hasReturns = !row.wasNull();
        return new StoredBet(
                row.getString("bet_id"),
                row.getString("account_id"),
                row.getString("market_id"),
                row.getString("selection_id"),
                Price.of(row.getString("price")),
                new Money(row.getLong("stake"), currency),
                row.getObject("accepted_at", OffsetDateTime.class).toInstant(),
                row.getLong("gate_version"),
                row.getInt("settlements"),
                row.getString("kind"),
                hasReturns ? new Money(returns, currency) : null);
    }

    boolean isOpen() {
        return kind == null || kind.equals("REOPENED");
    }
}
