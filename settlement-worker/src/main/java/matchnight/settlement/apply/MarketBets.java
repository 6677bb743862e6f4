package matchnight.settlement.apply;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.grading.Cause;
import matchnight.settlement.grading.EachWay;
import matchnight.settlement.grading.GradedMarket;
import matchnight.settlement.grading.Leg;
import matchnight.settlement.grading.PaysOn;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.CurrentSettlement;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.SettlementKind;
import matchnight.settlement.result.StoredEvents;
import org.jspecify.annotations.Nullable;

/** Reads the bets of a market page by page, without a lock. */
public final class MarketBets {

    // One statement, so one snapshot: the current settlement of a bet and all results of all its legs' markets are of
    // one moment, whoever settles another of its legs meanwhile. LATERAL with LIMIT keeps every look-up by id to the
    // one partition that the id prunes to, however little the planner knows of a day that began an hour ago. The days'
    // bounds keep the partitions of all others out of the plan, and their locks. A market's events come along once, on
    // one of its rows.
    private static final String READ_BETS = """
            WITH page AS MATERIALIZED (
                SELECT * FROM unnest(?::text[], ?::uuid[]) AS page (account_id, bet_id)
            )
            SELECT page.account_id, page.bet_id, bet.type, bet.currency, bet.stake, bet.unit_stake, bet.max_returns,
                   bet.top_up_max, bet.accepted_at, bet.owner, leg.leg_number, leg.market_id, leg.selection_id, leg.price,
                   leg.each_way_fraction, leg.each_way_places, leg.best_odds_guaranteed,
                   newest.version, newest.kind, newest.returns, newest.rule_version, newest.cause_type,
                   CASE WHEN row_number() OVER of_market = 1
                        THEN (SELECT pays_on FROM market WHERE market.market_id = leg.market_id) END AS pays_on,
                   CASE WHEN row_number() OVER of_market = 1
                        THEN (SELECT revision FROM settlement_job AS job
                               WHERE job.market_id = leg.market_id) END AS revision,
                   CASE WHEN row_number() OVER of_market = 1
                        THEN (SELECT\s""" + StoredEvents.AGGREGATE + """
                                FROM standing_result_event AS result_event
                               WHERE result_event.market_id = leg.market_id) END AS events
              FROM page
             CROSS JOIN LATERAL (SELECT *
                                   FROM bet
                                  WHERE bet.bet_id = page.bet_id AND bet.bet_id >= :first AND bet.bet_id < :behind_last
                                  LIMIT 1) AS bet
             CROSS JOIN LATERAL (SELECT *
                                   FROM bet_leg
                                  WHERE bet_leg.bet_id = page.bet_id
                                    AND bet_leg.bet_id >= :first AND bet_leg.bet_id < :behind_last
                                  LIMIT 20) AS leg
              LEFT JOIN LATERAL (SELECT version, kind, returns, rule_version, cause_type
                                   FROM bet_settlement
                                  WHERE bet_settlement.bet_id = page.bet_id
                                    AND bet_settlement.bet_id >= :first AND bet_settlement.bet_id < :behind_last
                                  ORDER BY version DESC
                                  LIMIT 1) AS newest ON true
            WINDOW of_market AS (PARTITION BY leg.market_id ORDER BY page.account_id COLLATE "C", page.bet_id)
             ORDER BY page.account_id COLLATE "C", page.bet_id, leg.leg_number
            """;

    // Which bets those are may be of a moment before: none of a market that is being settled goes away, and none comes.
    private static final String FIND_PAGE = """
            SELECT account_id, bet_id
              FROM bet_leg
             WHERE market_id = ?
               AND (account_id, bet_id) > (?, ?)
               AND account_id <= ?
               AND bet_id >= :first
               AND bet_id < :behind_last
             ORDER BY account_id, bet_id
             LIMIT ?
            """;

    private static final String FIND_PASSED_OVER = """
            SELECT account_id, bet_id
              FROM settlement_skipped
             WHERE market_id = ?
               AND part = ?
               AND (account_id, bet_id) > (?, ?)
               AND reason = 'HELD'
             ORDER BY account_id, bet_id
             LIMIT ?
            """;

    // No id begins with it, and in byte order all stand before it.
    private static final String BEHIND_ALL_ACCOUNTS = "~";
    private static final UUID BEFORE_ALL_BETS = new UUID(0, 0);
    private static final UUID BEHIND_ALL_BETS = new UUID(-1L, -1L);

    private final DataSource dataSource;

    MarketBets(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The next bets behind the lease's position, at most {@code limit}; an empty page is the end. */
    Page readPage(PartLease lease, int limit) throws SQLException {
        PagePosition after = lease.after();
        AccountRange range = lease.range();
        return read(lease, lease.days().in(FIND_PAGE), (statement, first) -> {
            statement.setString(first, lease.marketId().value());
            statement.setString(
                    first + 1, after == null ? range.after() : after.accountId().value());
            statement.setObject(first + 2, after == null ? BEHIND_ALL_BETS : after.betId());
            statement.setString(first + 3, range.upTo() == null ? BEHIND_ALL_ACCOUNTS : range.upTo());
            statement.setInt(first + 4, limit);
            return first + 5;
        });
    }

    /** Bets of the part that were passed over because their balance was held, behind a position, at most {@code limit}. */
    Page readPassedOver(PartLease lease, @Nullable PagePosition after, int limit) throws SQLException {
        return read(lease, FIND_PASSED_OVER, (statement, first) -> {
            statement.setString(first, lease.marketId().value());
            statement.setShort(first + 1, lease.part());
            statement.setString(
                    first + 2, after == null ? "" : after.accountId().value());
            statement.setObject(first + 3, after == null ? BEFORE_ALL_BETS : after.betId());
            statement.setInt(first + 4, limit);
            return first + 5;
        });
    }

    /** The page of one bet that there is, as a market's turn would read it. */
    public static Page readBet(Connection connection, MarketId marketId, AccountId accountId, UUID betId)
            throws SQLException {
        return read(connection, marketId, List.of(new PagePosition(accountId, betId)));
    }

    private Page read(PartLease lease, String find, StatementSequence.Binding binding) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            StatementSequence finding = new StatementSequence();
            Found<List<PagePosition>> found = finding.query(find, binding, MarketBets::positions);
            finding.run(connection);
            return read(connection, lease.marketId(), found.get());
        }
    }

    private static List<PagePosition> positions(ResultSet rows) throws SQLException {
        List<PagePosition> positions = new ArrayList<>();
        while (rows.next()) {
            positions.add(new PagePosition(new AccountId(rows.getString(1)), rows.getObject(2, UUID.class)));
        }
        return positions;
    }

    // An empty page would be taken for the end of the market. A day that was retired meanwhile is not its end, and
    // whoever comes again finds none of its bets.
    private static Page read(Connection connection, MarketId marketId, List<PagePosition> found) throws SQLException {
        if (found.isEmpty()) {
            return Page.empty(marketId);
        }
        BetDays days = BetDays.of(found.stream().map(PagePosition::betId).toList());
        try (PreparedStatement statement = connection.prepareStatement(days.in(READ_BETS))) {
            ColumnArrays.from(statement, 1, found)
                    .bind("text", bet -> bet.accountId().value())
                    .bind("uuid", PagePosition::betId);
            try (ResultSet rows = statement.executeQuery()) {
                Page page = readPage(marketId, rows);
                if (page.isEmpty()) {
                    throw new IllegalStateException("The day of bets of " + marketId + " went while they were read: "
                            + found.getFirst().betId() + " to "
                            + found.getLast().betId());
                }
                return page;
            }
        }
    }

    private static Page readPage(MarketId marketId, ResultSet rows) throws SQLException {
        Map<MarketId, GradedMarket> markets = new HashMap<>();
        Map<MarketId, Long> revisions = new HashMap<>();
        Map<UUID, BetRows> bets = new LinkedHashMap<>();
        while (rows.next()) {
            UUID betId = rows.getObject("bet_id", UUID.class);
            BetRows bet = bets.get(betId);
            if (bet == null) {
                bet = new BetRows(betId, rows);
                bets.put(betId, bet);
            }
            bet.legs.add(legOf(rows));
            noteMarket(markets, revisions, rows);
        }
        return new Page(marketId, bets.values().stream().map(BetRows::toBet).toList(), markets, revisions);
    }

    private static void noteMarket(Map<MarketId, GradedMarket> markets, Map<MarketId, Long> revisions, ResultSet row)
            throws SQLException {
        String paysOn = row.getString("pays_on");
        if (paysOn != null) {
            MarketId marketId = new MarketId(row.getString("market_id"));
            markets.put(
                    marketId,
                    GradedMarket.of(StoredEvents.read(marketId, row.getString("events")), PaysOn.valueOf(paysOn)));
            long revision = row.getLong("revision");
            if (!row.wasNull()) {
                revisions.put(marketId, revision);
            }
        }
    }

    private static Leg legOf(ResultSet row) throws SQLException {
        String fraction = row.getString("each_way_fraction");
        return new Leg(
                row.getInt("leg_number"),
                new MarketId(row.getString("market_id")),
                new SelectionId(row.getString("selection_id")),
                Price.of(row.getString("price")),
                fraction == null ? null : new EachWay(Rational.parse(fraction), row.getInt("each_way_places")),
                row.getBoolean("best_odds_guaranteed"));
    }

    /** A bet of which the legs are still being read. */
    private static final class BetRows {

        private final UUID betId;
        private final AccountId accountId;
        private final BetType type;
        private final CurrencyCode currency;
        private final long stake;
        private final long unitStake;
        private final @Nullable Money maxReturns;
        private final @Nullable Money topUpMax;
        private final OffsetDateTime acceptedAt;
        private final String owner;
        private final @Nullable CurrentSettlement current;
        private final List<Leg> legs = new ArrayList<>(1);

        BetRows(UUID betId, ResultSet row) throws SQLException {
            this.betId = betId;
            this.accountId = new AccountId(row.getString("account_id"));
            this.type = BetType.valueOf(row.getString("type"));
            this.currency = CurrencyCode.of(row.getString("currency"));
            this.stake = row.getLong("stake");
            this.unitStake = row.getLong("unit_stake");
            this.maxReturns = amount(row, "max_returns", currency);
            this.topUpMax = amount(row, "top_up_max", currency);
            this.acceptedAt = row.getObject("accepted_at", OffsetDateTime.class);
            this.owner = row.getString("owner");
            this.current = currentOf(row);
        }

        private static @Nullable Money amount(ResultSet row, String column, CurrencyCode currency) throws SQLException {
            long minorUnits = row.getLong(column);
            return row.wasNull() ? null : new Money(minorUnits, currency);
        }

        private static @Nullable CurrentSettlement currentOf(ResultSet row) throws SQLException {
            String kind = row.getString("kind");
            return kind == null
                    ? null
                    : new CurrentSettlement(
                            row.getInt("version"),
                            SettlementKind.valueOf(kind),
                            row.getObject("returns", Long.class),
                            row.getShort("rule_version"),
                            Cause.BY_PERSON.equals(row.getString("cause_type")));
        }

        BetOnPage toBet() {
            return new BetOnPage(
                    new Bet(
                            betId,
                            accountId,
                            type,
                            new Money(stake, currency),
                            new Money(unitStake, currency),
                            maxReturns,
                            topUpMax,
                            acceptedAt.toInstant(),
                            legs),
                    owner,
                    current);
        }
    }
}
