package matchnight.bets.market;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.SqlArrayValue;

/** Writes what a trader says of a market to its rows, in the caller's transaction. Decides nothing. */
final class MarketWriting {

    private static final String INSERT_EVENT_UNLESS_THERE = """
            INSERT INTO event (event_id, name)
            VALUES (:event, :name)
            ON CONFLICT (event_id) DO NOTHING
            """;

    private static final String RENAME_EVENT = """
            UPDATE event
               SET name = :name
             WHERE event_id = :event
               AND name <> :name
            """;

    private static final String INSERT_MARKET_UNLESS_THERE = """
            INSERT INTO market (market_id, event_id, name, starts_at, settle_by, owner, status, limit_currency,
                                liability_limit, min_stake, max_stake, max_returns, best_odds_guaranteed, top_up_max,
                                pays_on)
            VALUES (:market, :event, :name, :startsAt, :settleBy, :owner, :status, :currency,
                    :liabilityLimit, :minStake, :maxStake, :maxReturns, :bestOdds, :topUpMax, :paysOn)
            ON CONFLICT (market_id) DO NOTHING
            """;

    private static final String LOCK_MARKET =
            "SELECT market_id FROM market WHERE market_id = :market FOR NO KEY UPDATE";

    private static final String REPLACE_MARKET = """
            UPDATE market
               SET name = :name, starts_at = :startsAt, settle_by = :settleBy, owner = :owner, status = :status,
                   liability_limit = :liabilityLimit, min_stake = :minStake, max_stake = :maxStake,
                   max_returns = :maxReturns, best_odds_guaranteed = :bestOdds, top_up_max = :topUpMax,
                   pays_on = :paysOn, version = version + 1
             WHERE market_id = :market
            """;

    private static final String PUT_SELECTIONS = """
            INSERT INTO selection (market_id, selection_id, ordinal, name, price, status, each_way_fraction,
                                   each_way_places)
            SELECT :market, selection_id, ordinal, name, price, status, fraction, places
              FROM unnest(:ids, :names, :prices, :statuses, :fractions, :places) WITH ORDINALITY
                   AS put (selection_id, name, price, status, fraction, places, ordinal)
            ON CONFLICT (market_id, selection_id) DO UPDATE
               SET ordinal = excluded.ordinal, name = excluded.name, price = excluded.price,
                   status = excluded.status, each_way_fraction = excluded.each_way_fraction,
                   each_way_places = excluded.each_way_places
            """;

    private final JdbcClient jdbc;

    MarketWriting(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Locks the market's row until the transaction ends; false when there is none. */
    boolean lock(MarketId marketId) {
        return jdbc.sql(LOCK_MARKET)
                .param("market", marketId.value())
                .query(String.class)
                .optional()
                .isPresent();
    }

    /** Creates the market, and its event if that is new; false when somebody else created the market meanwhile. */
    boolean insert(MarketId marketId, MarketTerms terms) {
        jdbc.sql(INSERT_EVENT_UNLESS_THERE)
                .param("event", terms.eventId().value())
                .param("name", terms.event())
                .update();
        boolean inserted = bind(jdbc.sql(INSERT_MARKET_UNLESS_THERE), marketId, terms)
                        .param("event", terms.eventId().value())
                        .param("currency", terms.limitCurrency().code())
                        .update()
                == 1;
        if (inserted) {
            putSelections(marketId, terms.selections());
            renameEvent(terms);
        }
        return inserted;
    }

    /** Replaces the rows of a market that is locked, and raises its version. */
    void replace(MarketId marketId, MarketTerms terms) {
        bind(jdbc.sql(REPLACE_MARKET), marketId, terms).update();
        putSelections(marketId, terms.selections());
        renameEvent(terms);
    }

    private void renameEvent(MarketTerms terms) {
        jdbc.sql(RENAME_EVENT)
                .param("event", terms.eventId().value())
                .param("name", terms.event())
                .update();
    }

    private static StatementSpec bind(StatementSpec statement, MarketId marketId, MarketTerms terms) {
        MarketTerms.BestOdds bestOdds = terms.bestOdds();
        return statement
                .param("market", marketId.value())
                .param("name", terms.name())
                .param("startsAt", utc(terms.startsAt()))
                .param("settleBy", utc(terms.settleBy()))
                .param("owner", terms.owner())
                .param("status", terms.status().name())
                .param("liabilityLimit", terms.liabilityLimit().minorUnits())
                .param("minStake", terms.minStake().minorUnits())
                .param("maxStake", terms.maxStake().minorUnits())
                .param("maxReturns", minorUnits(terms.maxReturns()), Types.BIGINT)
                .param("bestOdds", bestOdds != null)
                .param("topUpMax", bestOdds == null ? null : minorUnits(bestOdds.topUpMax()), Types.BIGINT)
                .param("paysOn", terms.paysOn().name());
    }

    private void putSelections(MarketId marketId, List<Selection> selections) {
        jdbc.sql(PUT_SELECTIONS)
                .param("market", marketId.value())
                .param(
                        "ids",
                        column(
                                "text",
                                selections,
                                selection -> selection.selectionId().value()))
                .param("names", column("text", selections, Selection::name))
                .param(
                        "prices",
                        column(
                                "text",
                                selections,
                                selection -> selection.price().text()))
                .param(
                        "statuses",
                        column(
                                "text",
                                selections,
                                selection -> selection.status().name()))
                .param("fractions", column("text", selections, MarketWriting::fraction))
                .param("places", column("smallint", selections, MarketWriting::places))
                .update();
    }

    private static SqlArrayValue column(
            String type, List<Selection> selections, Function<Selection, @Nullable Object> column) {
        return new SqlArrayValue(type, selections.stream().map(column).toArray());
    }

    private static @Nullable String fraction(Selection selection) {
        EachWayTerms terms = selection.eachWay();
        return terms == null ? null : terms.fraction();
    }

    private static @Nullable Integer places(Selection selection) {
        EachWayTerms terms = selection.eachWay();
        return terms == null ? null : terms.places();
    }

    private static @Nullable Long minorUnits(@Nullable Money amount) {
        return amount == null ? null : amount.minorUnits();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
