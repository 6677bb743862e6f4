package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;

/** Reads a bet back as it was accepted, from rows that nobody can change. */
final class AcceptedBetRows {

    private static final String READ_BET_WITH_ITS_HOLD = """
            SELECT bet.type, bet.currency, bet.stake, bet.unit_stake, bet.lines, bet.possible_returns,
                   bet.max_returns, bet.top_up_max, bet.received_at, bet.accepted_at, bet.settle_by, bet.owner,
                   bet.channel, bet.brand, bet.jurisdiction, entry.available, entry.reserved, entry.version
              FROM bet
              JOIN ledger_entry AS entry
                ON entry.account_id = bet.account_id AND entry.version = ? AND entry.written_on = ?
             WHERE bet.bet_id = ? AND bet.account_id = ?
            """;

    private static final String READ_LEGS = """
            SELECT market_id, selection_id, event_id, price_asked, price, best_odds_guaranteed, gate_version, liability
              FROM bet_leg
             WHERE bet_id = ?
             ORDER BY leg_number
            """;

    private AcceptedBetRows() {}

    static AcceptedBet read(Connection connection, AccountId accountId, UUID betId, EntryReference hold)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_BET_WITH_ITS_HOLD)) {
            statement.setLong(1, hold.version());
            statement.setObject(2, hold.writtenOn());
            statement.setObject(3, betId);
            statement.setString(4, accountId.value());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new IllegalStateException("Bet " + betId + " stands under a key and is not stored");
                }
                return bet(row, accountId, betId, readLegs(connection, betId));
            }
        }
    }

    private static AcceptedBet bet(ResultSet row, AccountId accountId, UUID betId, List<AcceptedBet.Leg> legs)
            throws SQLException {
        CurrencyCode currency = CurrencyCode.of(row.getString("currency"));
        return new AcceptedBet(
                betId,
                BetType.valueOf(row.getString("type")),
                new Money(row.getLong("stake"), currency),
                new Money(row.getLong("unit_stake"), currency),
                row.getInt("lines"),
                new Money(row.getLong("possible_returns"), currency),
                row.getObject("max_returns", Long.class),
                row.getObject("top_up_max", Long.class),
                new PlaceBet.Context(row.getString("channel"), row.getString("brand"), row.getString("jurisdiction")),
                row.getString("owner"),
                instant(row, "received_at"),
                instant(row, "accepted_at"),
                instant(row, "settle_by"),
                legs,
                new AccountBalance(
                        accountId,
                        currency,
                        row.getLong("available"),
                        row.getLong("reserved"),
                        row.getLong("version")));
    }

    private static List<AcceptedBet.Leg> readLegs(Connection connection, UUID betId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_LEGS)) {
            statement.setObject(1, betId);
            try (ResultSet rows = statement.executeQuery()) {
                List<AcceptedBet.Leg> legs = new ArrayList<>();
                while (rows.next()) {
                    legs.add(leg(rows));
                }
                return legs;
            }
        }
    }

    private static AcceptedBet.Leg leg(ResultSet row) throws SQLException {
        return new AcceptedBet.Leg(
                new MarketId(row.getString("market_id")),
                new SelectionId(row.getString("selection_id")),
                new EventId(row.getString("event_id")),
                Price.of(row.getString("price_asked")),
                Price.of(row.getString("price")),
                row.getBoolean("best_odds_guaranteed"),
                row.getLong("gate_version"),
                row.getLong("liability"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
