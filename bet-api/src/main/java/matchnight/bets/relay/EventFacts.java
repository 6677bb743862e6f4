package matchnight.bets.relay;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import matchnight.bets.relay.OutboxReader.OutboxRow;
import matchnight.ledger.event.AcceptedBet;
import matchnight.ledger.event.AcceptedLeg;
import matchnight.ledger.event.AccountEvent;
import matchnight.ledger.event.BetSettlement;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.EntryKind;
import matchnight.ledger.posting.Movement;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Joins what a page of outbox rows refers to: entries, bets, legs and settlements, one statement each a page.
 *
 * <p>All of it is append-only and was committed with its outbox row, so the statements need no common snapshot and give
 * the same for ever.
 */
final class EventFacts {

    // An effect's entries are the last before its version: one of a placement or of money moved, two of a bet's first
    // settlement, four at most of a later one (two reversed, two anew). The bet and its settlement pick the effect's
    // own. OFFSET 0 keeps the planner from turning few look-ups by key into a scan of the day.
    private static final String READ_ENTRIES = """
            SELECT outbox.outbox_id, entry.*
              FROM outbox
             CROSS JOIN LATERAL (
                   SELECT version, kind::text AS kind, available_change, reserved_change, available, reserved,
                          transaction_id, happened_at
                     FROM ledger_entry
                    WHERE ledger_entry.account_id = outbox.account_id
                      AND version BETWEEN outbox.account_version - CASE WHEN outbox.settlement_version IS NULL THEN 0
                                                                        WHEN outbox.settlement_version = 1 THEN 1
                                                                        ELSE 3 END
                                      AND outbox.account_version
                      AND ledger_entry.written_on = outbox.written_on
                      AND ledger_entry.written_on BETWEEN :fromDay AND :toDay
                      AND (ledger_entry.bet_id = outbox.bet_id
                           OR outbox.bet_id IS NULL AND version = outbox.account_version)
                      AND ledger_entry.settlement_version IS NOT DISTINCT FROM outbox.settlement_version
                   OFFSET 0) AS entry
             WHERE outbox_id BETWEEN :firstId AND :lastId
               AND written_on BETWEEN :fromDay AND :toDay
             ORDER BY outbox_id, version
            """;

    // The ids are in the statement when it is planned, so only the partitions of their days are opened.
    private static final String READ_BETS = """
            SELECT bet_id, type::text AS type, currency, stake, unit_stake, lines, possible_returns,
                   received_at, accepted_at, settle_by, channel, brand, jurisdiction
              FROM bet
             WHERE bet_id = ANY (CAST(:betIds AS uuid[]))
            """;

    private static final String READ_LEGS = """
            SELECT bet_id, market_id, selection_id, event_id, price_asked, price, each_way_fraction, each_way_places
              FROM bet_leg
             WHERE bet_id = ANY (CAST(:betIds AS uuid[]))
             ORDER BY bet_id, leg_number
            """;

    private static final String READ_SETTLEMENTS = """
            SELECT bet_id, version, kind::text AS kind, returns, cause_type, cause_ref, proof::text AS proof, settled_at
              FROM bet_settlement
             WHERE bet_id = ANY (CAST(:betIds AS uuid[]))
            """;

    private final JdbcClient database;

    EventFacts(JdbcClient database) {
        this.database = database;
    }

    /**
     * The event of each row, in the rows' order.
     *
     * @throws IllegalArgumentException if something that a row refers to is not there
     */
    List<AccountEvent> join(List<OutboxRow> rows) {
        Map<Long, List<Entry>> entries = readEntries(rows);
        Map<UUID, AcceptedBet> bets = readBets(betIds(rows, row -> true));
        Map<SettlementKey, BetSettlement> settlements =
                readSettlements(betIds(rows, row -> row.settlementVersion() != null), bets);
        return rows.stream()
                .map(row -> event(row, entries.getOrDefault(row.outboxId(), List.of()), bets, settlements))
                .toList();
    }

    private static AccountEvent event(
            OutboxRow row,
            List<Entry> entries,
            Map<UUID, AcceptedBet> bets,
            Map<SettlementKey, BetSettlement> settlements) {
        var event = new AccountEvent(
                row.outboxId(),
                row.type(),
                row.accountId(),
                row.currency(),
                row.writtenAt(),
                entries,
                row.betId() == null ? null : bets.get(row.betId()),
                settlements.get(new SettlementKey(row.betId(), row.settlementVersion())));
        if (event.version() != row.accountVersion()) {
            throw new IllegalArgumentException("Outbox row " + row.outboxId() + " names version " + row.accountVersion()
                    + " of its account, but the entries found end at " + event.version());
        }
        return event;
    }

    private static List<UUID> betIds(List<OutboxRow> rows, Predicate<OutboxRow> wanted) {
        return rows.stream()
                .filter(wanted)
                .map(OutboxRow::betId)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private Map<Long, List<Entry>> readEntries(List<OutboxRow> rows) {
        Map<Long, OutboxRow> rowById = new HashMap<>();
        rows.forEach(row -> rowById.put(row.outboxId(), row));
        Map<Long, List<Entry>> entries = new HashMap<>();
        database.sql(READ_ENTRIES)
                .param("firstId", rows.getFirst().outboxId())
                .param("lastId", rows.getLast().outboxId())
                .param("fromDay", firstDay(rows))
                .param("toDay", lastDay(rows))
                .query((ResultSet found) -> {
                    OutboxRow row = rowById.get(found.getLong("outbox_id"));
                    if (row != null) {
                        entries.computeIfAbsent(row.outboxId(), id -> new ArrayList<>())
                                .add(readEntry(found, row));
                    }
                });
        return entries;
    }

    private static LocalDate firstDay(List<OutboxRow> rows) {
        return rows.stream().map(OutboxRow::writtenOn).min(LocalDate::compareTo).orElseThrow();
    }

    private static LocalDate lastDay(List<OutboxRow> rows) {
        return rows.stream().map(OutboxRow::writtenOn).max(LocalDate::compareTo).orElseThrow();
    }

    private static Entry readEntry(ResultSet found, OutboxRow row) throws SQLException {
        var movement = new Movement(
                row.accountId(),
                EntryKind.valueOf(found.getString("kind")),
                found.getLong("available_change"),
                found.getLong("reserved_change"),
                row.betId(),
                row.settlementVersion(),
                found.getObject("transaction_id", UUID.class),
                instant(found, "happened_at"));
        return new Entry(movement, found.getLong("version"), found.getLong("available"), found.getLong("reserved"));
    }

    private Map<UUID, AcceptedBet> readBets(List<UUID> betIds) {
        Map<UUID, AcceptedBet> bets = new HashMap<>();
        if (betIds.isEmpty()) {
            return bets;
        }
        Map<UUID, List<AcceptedLeg>> legs = readLegs(betIds);
        database.sql(READ_BETS).param("betIds", texts(betIds)).query((ResultSet found) -> {
            UUID betId = found.getObject("bet_id", UUID.class);
            bets.put(betId, readBet(found, betId, legs.getOrDefault(betId, List.of())));
        });
        return bets;
    }

    private static AcceptedBet readBet(ResultSet found, UUID betId, List<AcceptedLeg> legs) throws SQLException {
        CurrencyCode currency = CurrencyCode.of(found.getString("currency"));
        return new AcceptedBet(
                betId,
                found.getString("type"),
                new Money(found.getLong("stake"), currency),
                new Money(found.getLong("unit_stake"), currency),
                found.getInt("lines"),
                new Money(found.getLong("possible_returns"), currency),
                instant(found, "received_at"),
                instant(found, "accepted_at"),
                instant(found, "settle_by"),
                new AcceptedBet.Context(
                        found.getString("channel"), found.getString("brand"), found.getString("jurisdiction")),
                legs);
    }

    private Map<UUID, List<AcceptedLeg>> readLegs(List<UUID> betIds) {
        Map<UUID, List<AcceptedLeg>> legs = new HashMap<>();
        database.sql(READ_LEGS).param("betIds", texts(betIds)).query((ResultSet found) -> {
            legs.computeIfAbsent(found.getObject("bet_id", UUID.class), id -> new ArrayList<>())
                    .add(readLeg(found));
        });
        return legs;
    }

    private static AcceptedLeg readLeg(ResultSet found) throws SQLException {
        String fraction = found.getString("each_way_fraction");
        return new AcceptedLeg(
                new MarketId(found.getString("market_id")),
                new SelectionId(found.getString("selection_id")),
                new EventId(found.getString("event_id")),
                found.getString("price_asked"),
                found.getString("price"),
                fraction == null ? null : new AcceptedLeg.EachWay(fraction, found.getInt("each_way_places")));
    }

    private Map<SettlementKey, BetSettlement> readSettlements(List<UUID> betIds, Map<UUID, AcceptedBet> bets) {
        Map<SettlementKey, BetSettlement> settlements = new HashMap<>();
        if (betIds.isEmpty()) {
            return settlements;
        }
        database.sql(READ_SETTLEMENTS).param("betIds", texts(betIds)).query((ResultSet found) -> {
            UUID betId = found.getObject("bet_id", UUID.class);
            AcceptedBet bet = bets.get(betId);
            if (bet != null) {
                BetSettlement settlement = readSettlement(found, bet.stake().currency());
                settlements.put(new SettlementKey(betId, settlement.version()), settlement);
            }
        });
        return settlements;
    }

    private static BetSettlement readSettlement(ResultSet found, CurrencyCode currency) throws SQLException {
        Long returns = found.getObject("returns", Long.class);
        return new BetSettlement(
                found.getInt("version"),
                BetSettlement.Outcome.valueOf(found.getString("kind")),
                returns == null ? null : new Money(returns, currency),
                found.getString("cause_type"),
                found.getString("cause_ref"),
                instant(found, "settled_at"),
                found.getString("proof"));
    }

    private static String[] texts(List<UUID> ids) {
        return ids.stream().map(UUID::toString).toArray(String[]::new);
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private record SettlementKey(
            @Nullable UUID betId, @Nullable Integer version) {}
}
