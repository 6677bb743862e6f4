package matchnight.settlement.grading;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import matchnight.ledger.market.SelectionId;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.SelectionResult;
import matchnight.settlement.result.Window;
import org.jspecify.annotations.Nullable;

/**
 * What a market's events say together: the fold of them in version order.
 *
 * @param standing the newest RESULT or ROLLBACK
 * @param cancels those in force, by their windows
 */
public record MarketState(@Nullable MarketResult standing, Map<Window, Cancel> cancels) {

    public MarketState {
        cancels = Map.copyOf(cancels);
    }

    /** Folds the events, whatever order they are given in. */
    public static MarketState of(Collection<? extends MarketResult> events) {
        MarketResult standing = null;
        Map<Window, Cancel> cancels = new HashMap<>();
        for (MarketResult event : events.stream()
                .sorted(Comparator.comparingLong(MarketResult::version))
                .toList()) {
            switch (event) {
                case Result _, Rollback _ -> standing = event;
                case Cancel cancel -> cancels.put(cancel.window(), cancel);
                case RollbackCancel(var _, Window window) -> cancels.remove(window);
            }
        }
        return new MarketState(standing, cancels);
    }

    /** Whether both decide every leg alike, whichever events say so. */
    public boolean decidesAs(MarketState other) {
        return cancels.keySet().equals(other.cancels.keySet())
                && Objects.equals(standingResult(), other.standingResult());
    }

    private @Nullable StandingResult standingResult() {
        return standing instanceof Result(var _, Certainty certainty, List<Outcome> outcomes)
                ? new StandingResult(certainty, outcomes)
                : null;
    }

    private record StandingResult(Certainty certainty, List<Outcome> outcomes) {}

    /**
     * Decides a leg on this market of a bet accepted at {@code acceptedAt}. A cancel goes before a result, whichever came
     * first.
     */
    LegDecision decide(SelectionId selectionId, Instant acceptedAt, PaysOn paysOn) {
        Cancel cancel = cancelOf(acceptedAt);
        if (cancel != null) {
            return new LegDecision.Decided(Outcome.plain(selectionId, SelectionResult.VOID), Cause.of(cancel));
        }
        return standing instanceof Result result && paysOn.accepts(result.certainty())
                ? decideBy(result, selectionId)
                : new LegDecision.Undecided();
    }

    private static LegDecision decideBy(Result result, SelectionId selectionId) {
        for (Outcome outcome : result.outcomes()) {
            if (outcome.selectionId().equals(selectionId)) {
                return new LegDecision.Decided(outcome, Cause.of(result));
            }
        }
        return new LegDecision.Undecided();
    }

    /** The cancel in force that takes the bet in; of several, the one with the lowest version. */
    private @Nullable Cancel cancelOf(Instant acceptedAt) {
        return cancels.values().stream()
                .filter(cancel -> cancel.window().covers(acceptedAt))
                .min(Comparator.comparingLong(MarketResult::version))
                .orElse(null);
    }
}
