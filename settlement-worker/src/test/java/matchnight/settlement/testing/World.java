package matchnight.settlement.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Movement;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.Transaction;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.jspecify.annotations.Nullable;

/**
 * A database of a test's own, with markets, accounts and bets in it. Bets are written by the role that places them and in
 * the shape that placement writes.
 */
public final class World implements AutoCloseable {

    private final TestDatabase database;

    private World(TestDatabase database) {
        this.database = database;
    }

    public static World create() {
        return in(SharedServers.postgres().createMigratedDatabase());
    }

    public static World in(TestDatabase database) {
        return new World(database);
    }

    public TestDatabase database() {
        return database;
    }

    /** As the service sees it. */
    public DataSource worker() {
        return database.dataSource(DatabaseRole.SETTLEMENT_WORKER);
    }

    public DataSource reader() {
        return database.dataSource(DatabaseRole.READER);
    }

    @Override
    public void close() {
        database.close();
    }

    /** An open market with selections that all have the price 2.50. */
    public MarketId market(String id, String... selections) throws SQLException {
        execute("INSERT INTO event (event_id, name) VALUES ('event-%1$s', 'An event')".formatted(id));
        execute("""
                INSERT INTO market (market_id, event_id, name, starts_at, settle_by, owner, status, limit_currency,
                                    liability_limit, min_stake, max_stake)
                VALUES ('%1$s', 'event-%1$s', 'A market', now(), now() + interval '3 hours', 'desk-1', 'OPEN', 'GBP',
                        100000000, 1, 100000000)
                """.formatted(id));
        for (int i = 0; i < selections.length; i++) {
            execute("""
                    INSERT INTO selection (market_id, selection_id, ordinal, name, price, status)
                    VALUES ('%s', '%s', %d, 'A selection', '2.50', 'OPEN')
                    """.formatted(id, selections[i], i));
        }
        return new MarketId(id);
    }

    /** An account with so many minor units to stake. */
    public AccountId account(String id, String currency, long deposit) throws SQLException {
        execute("INSERT INTO account (account_id, currency) VALUES ('%s', '%s')".formatted(id, currency));
        AccountId accountId = new AccountId(id);
        post(List.of(Effect.of(
                EventType.BalanceChanged, Movement.deposit(accountId, UUID.randomUUID(), deposit, Instant.now()))));
        return accountId;
    }

    /** Accounts with a common beginning and a number from 0 on, each with so many minor units to stake. */
    public List<AccountId> accounts(String prefix, int count, String currency, long deposit) throws SQLException {
        execute("INSERT INTO account (account_id, currency) SELECT '%s' || n, '%s' FROM generate_series(0, %d) AS n"
                .formatted(prefix, currency, count - 1));
        List<AccountId> accounts = IntStream.range(0, count)
                .mapToObj(number -> new AccountId(prefix + number))
                .toList();
        post(accounts.stream()
                .map(account -> Effect.of(
                        EventType.BalanceChanged, Movement.deposit(account, UUID.randomUUID(), deposit, Instant.now())))
                .toList());
        return accounts;
    }

    /**
     * One bet that is to be placed.
     *
     * @param unitStakes how many unit stakes the stake pays
     */
    public record Placed(
            AccountId account,
            String currency,
            long stake,
            Instant acceptedAt,
            List<PlacedLeg> legs,
            BetType type,
            int unitStakes) {

        /** A single or, with several legs, an accumulator. */
        public Placed(AccountId account, String currency, long stake, Instant acceptedAt, List<PlacedLeg> legs) {
            this(
                    account,
                    currency,
                    stake,
                    acceptedAt,
                    legs,
                    legs.size() == 1 ? BetType.SINGLE : BetType.ACCUMULATOR,
                    1);
        }

        public static Placed single(AccountId account, MarketId market, String selection, String price, long stake) {
            return new Placed(account, "GBP", stake, Instant.now(), List.of(new PlacedLeg(market, selection, price)));
        }

        public Placed in(String changedCurrency) {
            return new Placed(account, changedCurrency, stake, acceptedAt, legs, type, unitStakes);
        }

        public Placed acceptedAt(Instant time) {
            return new Placed(account, currency, stake, time, legs, type, unitStakes);
        }

        public Placed as(BetType changedType, int paid) {
            return new Placed(account, currency, stake, acceptedAt, legs, changedType, paid);
        }
    }

    /**
     * A leg of a bet that is to be placed.
     *
     * @param placeFraction of the winnings that each of three places pays; null where the bet is not each-way
     */
    public record PlacedLeg(
            MarketId market,
            String selection,
            String price,
            @Nullable String placeFraction) {

        public PlacedLeg(MarketId market, String selection, String price) {
            this(market, selection, price, null);
        }
    }

    public UUID place(Placed bet) throws SQLException {
        return placeAll(List.of(bet)).getFirst();
    }

    /** Places the bets in one transaction. */
    public List<UUID> placeAll(List<Placed> bets) throws SQLException {
        return Transaction.run(database.dataSource(DatabaseRole.BET_API), connection -> placeAllIn(connection, bets));
    }

    /** Places the bet in a transaction of the caller, who commits. */
    public UUID placeIn(Connection connection, Placed bet) throws SQLException {
        return placeAllIn(connection, List.of(bet)).getFirst();
    }

    private static List<UUID> placeAllIn(Connection connection, List<Placed> bets) throws SQLException {
        List<UUID> ids = drawIds(connection, bets.size());
        List<Effect> effects = new ArrayList<>();
        for (int i = 0; i < bets.size(); i++) {
            Placed bet = bets.get(i);
            effects.add(Effect.of(
                    EventType.BetAccepted,
                    Movement.stakeReserved(bet.account(), ids.get(i), bet.stake(), bet.acceptedAt())));
        }
        insertBets(connection, bets, ids);
        insertLegs(connection, bets, ids);
        LockedAccounts accounts = LockedAccounts.lockInOrder(
                connection, effects.stream().map(Effect::accountId).toList());
        Posting.number(accounts, effects).write(connection, Posting.Cover.REQUIRED);
        return ids;
    }

    private void post(List<Effect> effects) throws SQLException {
        Transaction.run(database.dataSource(DatabaseRole.BET_API), connection -> {
            LockedAccounts accounts = LockedAccounts.lockInOrder(
                    connection, effects.stream().map(Effect::accountId).toList());
            Posting.number(accounts, effects).write(connection, Posting.Cover.REQUIRED);
            return accounts;
        });
    }

    /** Puts money into an account, as a deposit does. */
    public void deposit(AccountId account, long amount) throws SQLException {
        post(List.of(Effect.of(
                EventType.BalanceChanged, Movement.deposit(account, UUID.randomUUID(), amount, Instant.now()))));
    }

    /** Takes money out of an account, as a withdrawal does. */
    public void withdraw(AccountId account, long amount) throws SQLException {
        post(List.of(Effect.of(
                EventType.BalanceChanged, Movement.withdrawal(account, UUID.randomUUID(), amount, Instant.now()))));
    }

    private static List<UUID> drawIds(Connection connection, int count) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT uuidv7() FROM generate_series(1, ?)")) {
            statement.setInt(1, count);
            try (ResultSet rows = statement.executeQuery()) {
                List<UUID> ids = new ArrayList<>();
                while (rows.next()) {
                    ids.add(rows.getObject(1, UUID.class));
                }
                return ids;
            }
        }
    }

    private static void insertBets(Connection connection, List<Placed> bets, List<UUID> ids) throws SQLException {
        record Row(UUID id, Placed bet) {}
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < bets.size(); i++) {
            rows.add(new Row(ids.get(i), bets.get(i)));
        }
        try (PreparedStatement statement = connection.prepareStatement("""
                INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                                 received_at, accepted_at, settle_by, owner)
                SELECT bet_id, account_id, type, currency, stake, stake / lines, lines, stake * 3, accepted_at, accepted_at,
                       accepted_at + interval '3 hours', 'desk-1'
                  FROM unnest(?::uuid[], ?::text[], ?::bet_type[], ?::text[], ?::bigint[], ?::integer[],
                              ?::timestamptz[])
                    AS bet (bet_id, account_id, type, currency, stake, lines, accepted_at)
                """)) {
            ColumnArrays.from(statement, 1, rows)
                    .bind("uuid", Row::id)
                    .bind("text", row -> row.bet().account().value())
                    .bind("text", row -> row.bet().type().name())
                    .bind("text", row -> row.bet().currency())
                    .bind("bigint", row -> row.bet().stake())
                    .bind("integer", row -> row.bet().unitStakes())
                    .bind("text", row -> row.bet().acceptedAt().toString());
            statement.executeUpdate();
        }
    }

    private static void insertLegs(Connection connection, List<Placed> bets, List<UUID> ids) throws SQLException {
        record Row(UUID id, int number, AccountId account, PlacedLeg leg) {}
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < bets.size(); i++) {
            for (PlacedLeg leg : bets.get(i).legs()) {
                int number = bets.get(i).legs().indexOf(leg) + 1;
                rows.add(new Row(ids.get(i), number, bets.get(i).account(), leg));
            }
        }
        try (PreparedStatement statement = connection.prepareStatement("""
                INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked,
                                     price, each_way_fraction, each_way_places, best_odds_guaranteed, gate_version,
                                     liability, limit_currency)
                SELECT bet_id, leg_number, account_id, market_id, selection_id, 'event-' || market_id, price, price,
                       place_fraction, CASE WHEN place_fraction IS NOT NULL THEN 3 END, false, 2, 0, 'GBP'
                  FROM unnest(?::uuid[], ?::smallint[], ?::text[], ?::text[], ?::text[], ?::text[],
                              ?::text[])
                    AS leg (bet_id, leg_number, account_id, market_id, selection_id, price, place_fraction)
                """)) {
            ColumnArrays.from(statement, 1, rows)
                    .bind("uuid", Row::id)
                    .bind("smallint", row -> (short) row.number())
                    .bind("text", row -> row.account().value())
                    .bind("text", row -> row.leg().market().value())
                    .bind("text", row -> row.leg().selection())
                    .bind("text", row -> row.leg().price())
                    .bind("text", row -> row.leg().placeFraction());
            statement.executeUpdate();
        }
    }

    /** Both balances of an account, available and reserved. */
    public record Balances(long available, long reserved) {}

    public Balances balances(AccountId account) throws SQLException {
        return new Balances(
                number("SELECT available FROM account WHERE account_id = '" + account + "'"),
                number("SELECT reserved FROM account WHERE account_id = '" + account + "'"));
    }

    /** A bet's entries, oldest first: kind, changes and settlement version. */
    public List<String> entries(UUID bet) throws SQLException {
        return texts("""
                SELECT kind || ' ' || available_change || ' ' || reserved_change
                       || coalesce(' v' || settlement_version, '')
                  FROM ledger_entry
                 WHERE bet_id = '%s'
                 ORDER BY version
                """.formatted(bet));
    }

    /** A bet's settlements, oldest first: version, kind, returns and cause. */
    public List<String> settlements(UUID bet) throws SQLException {
        return texts("""
                SELECT version || ' ' || kind || coalesce(' ' || returns, '') || ' ' || cause_type || ' ' || cause_ref
                  FROM bet_settlement
                 WHERE bet_id = '%s'
                 ORDER BY version
                """.formatted(bet));
    }

    /** What the outbox says of a bet, oldest first. */
    public List<String> announced(UUID bet) throws SQLException {
        return texts("""
                SELECT type || coalesce(' v' || settlement_version, '')
                  FROM outbox
                 WHERE bet_id = '%s'
                 ORDER BY outbox_id
                """.formatted(bet));
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    public long number(String sql) throws SQLException {
        return Long.parseLong(texts(sql).getFirst());
    }

    public @Nullable String text(String sql) throws SQLException {
        List<String> texts = texts(sql);
        return texts.isEmpty() ? null : texts.getFirst();
    }

    public List<String> texts(String sql) throws SQLException {
        try (Connection connection = database.connectAsSuperuser();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            List<String> texts = new ArrayList<>();
            while (rows.next()) {
                texts.add(String.valueOf(rows.getString(1)));
            }
            return texts;
        }
    }
}
