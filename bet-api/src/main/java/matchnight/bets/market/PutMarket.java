package matchnight.bets.market;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import matchnight.bets.audit.AuditEntry;
import matchnight.bets.audit.AuditLog;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates a market or replaces what a trader says of it. Its event, its currency and the selections it has stay: bets
 * refer to them. Where it shuts anything it answers as late as a suspend does, and where it changes the liability limit,
 * after the limit is spread anew.
 */
@Component
public final class PutMarket {

    /** What became of it. */
    public sealed interface Outcome {
        record Created(Market market) implements Outcome {}

        record Replaced(Market market) implements Outcome {}

        /** The caller named a version that is not the current one; null: there is no such market. */
        record StaleVersion(@Nullable Long current) implements Outcome {}

        /** What a market keeps would have changed; says what and why. */
        record Refused(String pointer, String why) implements Outcome {}

        record HasResult() implements Outcome {}
    }

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
    private final TransactionTemplate transactions;
    private final RunningPlacements runningPlacements;
    private final ExposureShares exposureShares;

    PutMarket(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions,
            RunningPlacements runningPlacements,
            ExposureShares exposureShares) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.runningPlacements = runningPlacements;
        this.exposureShares = exposureShares;
    }

    /** What was decided, and what is still to be done once it is committed. */
    private record Decision(Outcome outcome, boolean shuts, boolean changesLimit) {

        static Decision only(Outcome outcome) {
            return new Decision(outcome, false, false);
        }
    }

    /**
     * Puts the market.
     *
     * @param expected the version that must be the current one; null for any
     */
    public Outcome put(MarketId marketId, MarketTerms terms, @Nullable Version expected, String actor) {
        Decision decision = transactions.execute(_ -> decide(marketId, terms, expected, actor));
        if (decision.shuts() || decision.changesLimit()) {
            runningPlacements.awaitEnd();
        }
        if (decision.changesLimit()) {
            exposureShares.spreadAnew(marketId);
        }
        return decision.outcome();
    }

    private Decision decide(MarketId marketId, MarketTerms terms, @Nullable Version expected, String actor) {
        if (lock(marketId)) {
            return decideExisting(read(marketId), terms, expected, actor);
        }
        if (expected != null) {
            return Decision.only(new Outcome.StaleVersion(null));
        }
        if (insert(marketId, terms)) {
            audit("MARKET_CREATED", marketId, terms, actor);
            return Decision.only(new Outcome.Created(read(marketId)));
        }
        // Somebody else created it between the two statements.
        lock(marketId);
        return decideExisting(read(marketId), terms, null, actor);
    }

    private Decision decideExisting(Market before, MarketTerms terms, @Nullable Version expected, String actor) {
        if (expected != null && !expected.matches(before.version())) {
            return Decision.only(new Outcome.StaleVersion(before.version()));
        }
        Outcome refusal = refusal(before.terms(), terms);
        return refusal == null ? replace(before, terms, actor) : Decision.only(refusal);
    }

    private boolean lock(MarketId marketId) {
        return jdbc.sql(LOCK_MARKET)
                .param("market", marketId.value())
                .query(String.class)
                .optional()
                .isPresent();
    }

    private boolean insert(MarketId marketId, MarketTerms terms) {
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

    private Decision replace(Market before, MarketTerms terms, String actor) {
        MarketId marketId = before.marketId();
        boolean opens = before.terms().status() != MarketStatus.OPEN && terms.status() == MarketStatus.OPEN;
        if (opens) {
            if (StandingResult.existsFor(jdbc, marketId)) {
                return Decision.only(new Outcome.HasResult());
            }
            SetMarketStatus.clearShutSelections(jdbc, marketId);
        }
        bind(jdbc.sql(REPLACE_MARKET), marketId, terms).update();
        putSelections(marketId, terms.selections());
        renameEvent(terms);
        audit("MARKET_REPLACED", marketId, terms, actor);
        return new Decision(
                new Outcome.Replaced(read(marketId)),
                shuts(before.terms(), terms),
                !before.terms().liabilityLimit().equals(terms.liabilityLimit()));
    }

    private static @Nullable Outcome refusal(MarketTerms before, MarketTerms after) {
        if (!before.eventId().equals(after.eventId())) {
            return new Outcome.Refused("/eventId", "cannot change: bets on this market refer to its event");
        }
        if (!before.limitCurrency().equals(after.limitCurrency())) {
            return new Outcome.Refused("/limitCurrency", "cannot change: its limits and exposure are counted in it");
        }
        Set<SelectionId> gone = ids(before.selections());
        gone.removeAll(ids(after.selections()));
        return gone.isEmpty()
                ? null
                : new Outcome.Refused(
                        "/selections",
                        "cannot lose the selection " + gone.iterator().next()
                                + ": bets may refer to it; suspend it instead");
    }

    private static boolean shuts(MarketTerms before, MarketTerms after) {
        if (before.status() == MarketStatus.OPEN && after.status() != MarketStatus.OPEN) {
            return true;
        }
        Set<SelectionId> wereOpen = openIds(before.selections());
        wereOpen.removeAll(openIds(after.selections()));
        return !wereOpen.isEmpty();
    }

    private static Set<SelectionId> ids(List<Selection> selections) {
        return selections.stream().map(Selection::selectionId).collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<SelectionId> openIds(List<Selection> selections) {
        return ids(selections.stream()
                .filter(selection -> selection.status() == OpenOrSuspended.OPEN)
                .toList());
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
                .param("maxReturns", minorUnits(terms.maxReturns()), java.sql.Types.BIGINT)
                .param("bestOdds", bestOdds != null)
                .param("topUpMax", bestOdds == null ? null : minorUnits(bestOdds.topUpMax()), java.sql.Types.BIGINT)
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
                .param("fractions", column("text", selections, PutMarket::fraction))
                .param("places", column("smallint", selections, PutMarket::places))
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

    private Market read(MarketId marketId) {
        return MarketRows.find(jdbc, marketId).orElseThrow();
    }

    private void audit(String action, MarketId marketId, MarketTerms terms, String actor) {
        Map<String, Object> detail = Map.of(
                "status", terms.status().name(),
                "liabilityLimit", terms.liabilityLimit().toString());
        AuditLog.record(jdbc, new AuditEntry(actor, action, "market/" + marketId, null, detail));
    }
}
