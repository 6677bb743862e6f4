package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Who bets and on what: filled in set-wise before anything runs, each balance with the deposit, the key and the outbox row
 * that explain it, so that the audit holds from the first moment on.
 */
public final class Population {

    public static final int ACCOUNTS = 2_000;
    static final int MARKETS = 200;
    static final int WIDE_EVENT_MARKETS = 300;
    static final int POOR_ACCOUNTS = 100;
    static final String HOT_ACCOUNT = "one-0001";
    static final String HELD_ACCOUNT = "hld-0001";
    static final String WIDE_EVENT = "evt-wide";
    static final String FULL_MARKET = "mkt-full";
    static final String PRICE = "2.50";
    /** Of every market. */
    public static final List<String> SELECTIONS = List.of("H", "A");

    static final List<Integer> HOT_BUCKETS = List.of(1, 4, 16);

    static final int USUAL_BUCKETS = 4;
    private static final long FUNDS_PENCE = 100_000_000_00L;
    private static final long POOR_FUNDS_PENCE = 50;
    private static final long USUAL_LIMIT_PENCE = 1_000_000_000_000_00L;
    private static final long FULL_LIMIT_PENCE = 10_00;

    private static final String OPEN_ACCOUNTS_WITH_A_DEPOSIT = """
            WITH filled AS MATERIALIZED (
                SELECT account_id, funds, now() AS written_at, (now() AT TIME ZONE 'UTC')::date AS written_on
                  FROM unnest(?::text[], ?::bigint[]) AS filled (account_id, funds)
            ), opened AS (
                INSERT INTO account (account_id, currency, available, version)
                SELECT account_id, 'GBP', funds, 1 FROM filled
            ), entered AS (
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                          available, reserved, transaction_id, happened_at, written_at)
                SELECT account_id, 1, written_on, 'DEPOSIT', funds, 0, funds, 0, uuidv7(), written_at, written_at
                  FROM filled
            ), keyed AS (
                INSERT INTO idempotency (account_id, operation, idempotency_key, request_hash, outcome, entry_version,
                                         entry_written_on, reply_version, written_at)
                SELECT account_id, 'DEPOSIT', 'filled', sha256(account_id::bytea), 'ACCEPTED', 1, written_on, 1, written_at
                  FROM filled
            )
            INSERT INTO outbox (written_on, type, account_id, account_version, written_at)
            SELECT written_on, 'BalanceChanged', account_id, 1, written_at FROM filled
            """;

    private static final String PUT_UP_EVENTS = """
            INSERT INTO event (event_id, name) SELECT event_id, event_id FROM unnest(?::text[]) AS event_id
            """;

    private static final String PUT_UP_MARKETS = """
            INSERT INTO market (market_id, event_id, name, starts_at, settle_by, owner, status, limit_currency,
                                liability_limit, min_stake, max_stake)
            SELECT market_id, event_id, market_id, now(), now() + interval '1 day', 'trading-desk', 'OPEN', 'GBP',
                   liability_limit, 1, 100000000
              FROM unnest(?::text[], ?::text[], ?::bigint[]) AS market (market_id, event_id, liability_limit)
            """;

    private static final String PUT_UP_SELECTIONS = """
            INSERT INTO selection (market_id, selection_id, ordinal, name, price, status)
            SELECT market_id, selection_id, ordinal, selection_id, ?, 'OPEN'
              FROM unnest(?::text[]) AS market_id
             CROSS JOIN unnest(?::text[]) WITH ORDINALITY AS selection (selection_id, ordinal)
            """;

    // As the first bet on a selection makes them, in the number that the market is to be measured with.
    private static final String SPREAD_EXPOSURE = """
            INSERT INTO market_exposure (market_id, selection_id, bucket, share)
            SELECT market_id, selection_id, bucket,
                   liability_limit / buckets + CASE WHEN bucket < liability_limit % buckets THEN 1 ELSE 0 END
              FROM unnest(?::text[], ?::bigint[], ?::integer[]) AS market (market_id, liability_limit, buckets)
             CROSS JOIN unnest(?::text[]) AS selection_id
             CROSS JOIN LATERAL generate_series(0, buckets - 1) AS bucket
            """;

    private record FilledAccount(String accountId, long pence) {}

    private record FilledMarket(String marketId, String eventId, long limitPence, int buckets) {}

    private Population() {}

    static void fill(Connection owner) throws SQLException {
        owner.setAutoCommit(false);
        openAccounts(owner, accounts());
        putUp(owner, markets());
        owner.commit();
        owner.setAutoCommit(true);
        vacuum(owner);
    }

    // Plans are made once a connection and kept: they are to know that the tables are not empty.
    private static void vacuum(Connection owner) throws SQLException {
        try (Statement statement = owner.createStatement()) {
            statement.execute("VACUUM ANALYZE");
        }
    }

    /** The accounts that bet, all with money for any number of bets. */
    public static List<String> bettors() {
        return IntStream.range(0, ACCOUNTS)
                .mapToObj(number -> id("acc", number))
                .toList();
    }

    static List<String> poorBettors() {
        return IntStream.range(0, POOR_ACCOUNTS)
                .mapToObj(number -> id("por", number))
                .toList();
    }

    static List<String> usualMarkets() {
        return IntStream.range(0, MARKETS).mapToObj(number -> id("mkt", number)).toList();
    }

    static List<String> wideEventMarkets() {
        return IntStream.range(0, WIDE_EVENT_MARKETS)
                .mapToObj(number -> id("wid", number))
                .toList();
    }

    /** Puts up so many markets besides, open and with exposure rows as their first bets would make them. */
    static List<String> putUpMany(Connection owner, int count) throws SQLException {
        List<String> marketIds =
                IntStream.range(0, count).mapToObj(number -> id("opn", number)).toList();
        putUp(owner, marketIds, USUAL_BUCKETS);
        vacuum(owner);
        return marketIds;
    }

    /** More markets with exposure rows as their first bets would make them. */
    public static void putUpMore(Connection owner, List<String> marketIds) throws SQLException {
        putUp(owner, marketIds, USUAL_BUCKETS);
    }

    private static void putUp(Connection owner, List<String> marketIds, int buckets) throws SQLException {
        owner.setAutoCommit(false);
        putUp(
                owner,
                marketIds.stream()
                        .map(id -> market(id, USUAL_LIMIT_PENCE, buckets))
                        .toList());
        owner.commit();
        owner.setAutoCommit(true);
    }

    static String hotMarket(int buckets) {
        return id("hot", buckets);
    }

    // All ids are of one length, so that every request is as long as every other.
    private static String id(String kind, int number) {
        return String.format(Locale.ROOT, "%s-%04d", kind, number);
    }

    private static List<FilledAccount> accounts() {
        List<FilledAccount> accounts = new ArrayList<>();
        bettors().forEach(id -> accounts.add(new FilledAccount(id, FUNDS_PENCE)));
        poorBettors().forEach(id -> accounts.add(new FilledAccount(id, POOR_FUNDS_PENCE)));
        accounts.add(new FilledAccount(HOT_ACCOUNT, FUNDS_PENCE));
        accounts.add(new FilledAccount(HELD_ACCOUNT, FUNDS_PENCE));
        return accounts;
    }

    private static List<FilledMarket> markets() {
        List<FilledMarket> markets = new ArrayList<>();
        usualMarkets().forEach(id -> markets.add(market(id, USUAL_LIMIT_PENCE, USUAL_BUCKETS)));
        HOT_BUCKETS.forEach(buckets -> markets.add(market(hotMarket(buckets), USUAL_LIMIT_PENCE, buckets)));
        markets.add(market(FULL_MARKET, FULL_LIMIT_PENCE, USUAL_BUCKETS));
        wideEventMarkets()
                .forEach(id -> markets.add(new FilledMarket(id, WIDE_EVENT, USUAL_LIMIT_PENCE, USUAL_BUCKETS)));
        return markets;
    }

    private static FilledMarket market(String marketId, long limitPence, int buckets) {
        return new FilledMarket(marketId, "evt-" + marketId, limitPence, buckets);
    }

    private static void openAccounts(Connection owner, List<FilledAccount> accounts) throws SQLException {
        try (PreparedStatement statement = owner.prepareStatement(OPEN_ACCOUNTS_WITH_A_DEPOSIT)) {
            bind(statement, 1, "text", accounts.stream().map(FilledAccount::accountId));
            bind(statement, 2, "bigint", accounts.stream().map(FilledAccount::pence));
            statement.executeUpdate();
        }
    }

    private static void putUp(Connection owner, List<FilledMarket> markets) throws SQLException {
        try (PreparedStatement events = owner.prepareStatement(PUT_UP_EVENTS);
                PreparedStatement rows = owner.prepareStatement(PUT_UP_MARKETS);
                PreparedStatement selections = owner.prepareStatement(PUT_UP_SELECTIONS);
                PreparedStatement exposure = owner.prepareStatement(SPREAD_EXPOSURE)) {
            bind(events, 1, "text", markets.stream().map(FilledMarket::eventId).distinct());
            events.executeUpdate();
            bind(rows, 1, "text", markets.stream().map(FilledMarket::marketId));
            bind(rows, 2, "text", markets.stream().map(FilledMarket::eventId));
            bind(rows, 3, "bigint", markets.stream().map(FilledMarket::limitPence));
            rows.executeUpdate();
            selections.setString(1, PRICE);
            bind(selections, 2, "text", markets.stream().map(FilledMarket::marketId));
            bind(selections, 3, "text", SELECTIONS.stream());
            selections.executeUpdate();
            bind(exposure, 1, "text", markets.stream().map(FilledMarket::marketId));
            bind(exposure, 2, "bigint", markets.stream().map(FilledMarket::limitPence));
            bind(exposure, 3, "integer", markets.stream().map(FilledMarket::buckets));
            bind(exposure, 4, "text", SELECTIONS.stream());
            exposure.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, int index, String type, java.util.stream.Stream<?> values)
            throws SQLException {
        statement.setArray(index, statement.getConnection().createArrayOf(type, values.toArray()));
    }
}
