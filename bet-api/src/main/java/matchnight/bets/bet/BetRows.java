package matchnight.bets.bet;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;

/** Reads bets from their rows, a list at a time, on the caller's connection. */
public final class BetRows {

    // The ids are compared with both tables, so that each prunes to the days of the ids.
    private static final String READ_BETS_WITH_LEGS = """
            SELECT bet.bet_id, bet.account_id, bet.type, bet.currency, bet.stake, bet.unit_stake, bet.lines,
                   bet.possible_returns, bet.received_at, bet.accepted_at, bet.settle_by,
                   bet.channel, bet.brand, bet.jurisdiction,
                   leg.leg_number, leg.market_id, leg.selection_id, leg.event_id, leg.price_asked, leg.price,
                   leg.each_way_fraction, leg.each_way_places
              FROM bet
              JOIN bet_leg leg ON leg.bet_id = bet.bet_id
             WHERE bet.bet_id = ANY (?)
               AND leg.bet_id = ANY (?)
             ORDER BY bet.bet_id, leg.leg_number
            """;

    private static final String READ_SETTLEMENTS = """
            SELECT bet_id, version, kind, cause_type, cause_ref, settled_at, returns, proof
              FROM bet_settlement
             WHERE bet_id = ANY (?)
             ORDER BY bet_id, version
            """;

    private BetRows() {}

    /** The bets as they were accepted, by id. Ids that name no bet are absent. */
    public static Map<UUID, BetView> readAsAccepted(Connection connection, Collection<UUID> betIds)
            throws SQLException {
        return read(connection, betIds, Map.of());
    }

    /** The bets as they stand, with their settlements, by id. Ids that name no bet are absent. */
    public static Map<UUID, BetView> readAsTheyStand(Connection connection, Collection<UUID> betIds)
            throws SQLException {
        return read(connection, betIds, readSettlements(connection, betIds));
    }

    private static Map<UUID, BetView> read(
            Connection connection, Collection<UUID> betIds, Map<UUID, List<SettlementView>> settlements)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_BETS_WITH_LEGS)) {
            Object[] ids = betIds.toArray();
            statement.setArray(1, connection.createArrayOf("uuid", ids));
            statement.setArray(2, connection.createArrayOf("uuid", ids));
            try (ResultSet rows = statement.executeQuery()) {
                Map<UUID, BetView> bets = new LinkedHashMap<>();
                boolean onRow = rows.next();
                while (onRow) {
                    UUID betId = rows.getObject("bet_id", UUID.class);
                    List<SettlementView> ofBet = settlements.getOrDefault(betId, List.of());
                    BetView bet = readBet(rows, betId, ofBet);
                    List<LegView> legs = new ArrayList<>();
                    Map<Integer, LegView.Outcome> outcomes = LegOutcomes.ofNewest(ofBet);
                    do {
                        legs.add(readLeg(rows, outcomes));
                        onRow = rows.next();
                    } while (onRow && rows.getObject("bet_id", UUID.class).equals(betId));
                    bets.put(betId, bet.withLegs(legs));
                }
                return bets;
            }
        }
    }

    private static BetView readBet(ResultSet row, UUID betId, List<SettlementView> settlements) throws SQLException {
        return new BetView(
                betId,
                new AccountId(row.getString("account_id")),
                BetType.valueOf(row.getString("type")),
                CurrencyCode.of(row.getString("currency")),
                row.getLong("stake"),
                row.getLong("unit_stake"),
                row.getInt("lines"),
                row.getLong("possible_returns"),
                instant(row, "received_at"),
                instant(row, "accepted_at"),
                instant(row, "settle_by"),
                new BetContext(row.getString("channel"), row.getString("brand"), row.getString("jurisdiction")),
                List.of(),
                settlements);
    }

    private static LegView readLeg(ResultSet row, Map<Integer, LegView.Outcome> outcomes) throws SQLException {
        String fraction = row.getString("each_way_fraction");
        return new LegView(
                new MarketId(row.getString("market_id")),
                new SelectionId(row.getString("selection_id")),
                new EventId(row.getString("event_id")),
                row.getString("price_asked"),
                row.getString("price"),
                fraction == null ? null : new EachWayTerms(fraction, row.getInt("each_way_places")),
                outcomes.get(row.getInt("leg_number")));
    }

    private static Map<UUID, List<SettlementView>> readSettlements(Connection connection, Collection<UUID> betIds)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_SETTLEMENTS)) {
            statement.setArray(1, connection.createArrayOf("uuid", betIds.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                Map<UUID, List<SettlementView>> settlements = new HashMap<>();
                while (rows.next()) {
                    settlements
                            .computeIfAbsent(rows.getObject("bet_id", UUID.class), _ -> new ArrayList<>())
                            .add(readSettlement(rows));
                }
                return settlements;
            }
        }
    }

    private static SettlementView readSettlement(ResultSet row) throws SQLException {
        return new SettlementView(
                row.getInt("version"),
                SettlementView.Kind.valueOf(row.getString("kind")),
                row.getString("cause_type"),
                row.getString("cause_ref"),
                instant(row, "settled_at"),
                row.getObject("returns", Long.class),
                row.getString("proof"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
