package matchnight.bets.market;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import matchnight.bets.audit.AuditEntry;
import matchnight.bets.audit.AuditLog;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Creates a market or replaces what a trader says of it. Its event, its currency and the selections it has stay: bets
 * refer to them. What it pays on stays from its first result on: its bets are graded by that. A replacement answers as late as a suspend does, and after the liability limit is spread over the counters.
 * Both are done whatever this call changed, and also where it names a version of before: who changed it may have failed
 * before they were, and is sent here again, with the version that it named then.
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

        /** A standing result, or a cancel of bets to come, keeps shut what would have been opened. */
        record HasResult() implements Outcome {}
    }

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final MarketWriting writing;
    private final RunningPlacements runningPlacements;
    private final ExposureShares exposureShares;

    PutMarket(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions,
            RunningPlacements runningPlacements,
            ExposureShares exposureShares) {
        this.jdbc = jdbc;
        this.writing = new MarketWriting(jdbc);
        this.transactions = transactions;
        this.runningPlacements = runningPlacements;
        this.exposureShares = exposureShares;
    }

    /**
     * Puts the market.
     *
     * @param expected the version that must be the current one; null for any
     */
    public Outcome put(MarketId marketId, MarketTerms terms, @Nullable Version expected, String actor) {
        Outcome outcome = transactions.execute(_ -> decide(marketId, terms, expected, actor));
        if (outcome instanceof Outcome.Replaced || mayHaveBeenReplacedBefore(outcome)) {
            runningPlacements.awaitEnd();
            exposureShares.spreadWhereTheLimitIsNot(marketId);
        }
        return outcome;
    }

    private static boolean mayHaveBeenReplacedBefore(Outcome outcome) {
        return outcome instanceof Outcome.StaleVersion(Long current) && current != null;
    }

    private Outcome decide(MarketId marketId, MarketTerms terms, @Nullable Version expected, String actor) {
        if (writing.lock(marketId)) {
            return decideExisting(read(marketId), terms, expected, actor);
        }
        if (expected != null) {
            return new Outcome.StaleVersion(null);
        }
        if (writing.insert(marketId, terms)) {
            audit("MARKET_CREATED", marketId, terms, actor);
            return new Outcome.Created(read(marketId));
        }
        // Somebody else created it between the two statements.
        writing.lock(marketId);
        return decideExisting(read(marketId), terms, null, actor);
    }

    private Outcome decideExisting(Market before, MarketTerms terms, @Nullable Version expected, String actor) {
        if (expected != null && !expected.matches(before.version())) {
            return new Outcome.StaleVersion(before.version());
        }
        Outcome refusal = refusal(before, terms);
        return refusal == null ? replace(before, terms, actor) : refusal;
    }

    private Outcome replace(Market before, MarketTerms terms, String actor) {
        MarketId marketId = before.marketId();
        boolean opens = before.terms().status() != MarketStatus.OPEN && terms.status() == MarketStatus.OPEN;
        if ((opens && StoredResults.forbidOpening(jdbc, marketId)) || opensWhatACancelVoids(before, terms)) {
            return new Outcome.HasResult();
        }
        if (opens) {
            SetMarketStatus.clearShutSelections(jdbc, marketId);
        }
        writing.replace(marketId, terms);
        audit("MARKET_REPLACED", marketId, terms, actor);
        return new Outcome.Replaced(read(marketId));
    }

    // A cancel has shut the selections that were there, and not one that comes now.
    private boolean opensWhatACancelVoids(Market before, MarketTerms terms) {
        boolean bringsSelections = !ids(before.terms().selections()).containsAll(ids(terms.selections()));
        return terms.status() == MarketStatus.OPEN
                && bringsSelections
                && StoredResults.doesACancelTakeInBetsToCome(jdbc, before.marketId());
    }

    private @Nullable Outcome refusal(Market market, MarketTerms after) {
        MarketTerms before = market.terms();
        if (!before.eventId().equals(after.eventId())) {
            return new Outcome.Refused("/eventId", "cannot change: bets on this market refer to its event");
        }
        if (!before.limitCurrency().equals(after.limitCurrency())) {
            return new Outcome.Refused("/limitCurrency", "cannot change: its limits and exposure are counted in it");
        }
        if (before.paysOn() != after.paysOn() && StoredResults.anyOf(jdbc, market.marketId())) {
            return new Outcome.Refused(
                    "/paysOn",
                    "cannot change from " + before.paysOn()
                            + " once results have come: bets may have been graded by it");
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

    private static Set<SelectionId> ids(List<Selection> selections) {
        return selections.stream().map(Selection::selectionId).collect(Collectors.toCollection(HashSet::new));
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
