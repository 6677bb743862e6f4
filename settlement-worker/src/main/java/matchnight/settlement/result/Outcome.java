package matchnight.settlement.result;

import java.util.List;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * What a RESULT says about one selection.
 *
 * @param voidFactor the part of the stake given back; never beside VOID or HALF_*, which say it themselves
 * @param deadHeat divides the win part
 * @param placeDeadHeat divides the place part
 * @param rule4 in order of time
 * @param startingPrice counts for bets with best odds guaranteed
 * @param position 1 or more; held against the places of an each-way bet's own terms
 */
public record Outcome(
        SelectionId selectionId,
        SelectionResult result,
        @Nullable VoidFactor voidFactor,
        @Nullable DeadHeat deadHeat,
        @Nullable DeadHeat placeDeadHeat,
        List<Rule4> rule4,
        @Nullable Price startingPrice,
        @Nullable Integer position) {

    public Outcome {
        if (voidFactor != null && result.saysItsVoidPart()) {
            throw new IllegalArgumentException("a void factor never stands beside " + result);
        }
        rule4 = rule4.stream().sorted(Rule4.IN_ORDER).toList();
    }

    /** An outcome with nothing to it but its result. */
    public static Outcome plain(SelectionId selectionId, SelectionResult result) {
        return new Outcome(selectionId, result, null, null, null, List.of(), null, null);
    }
}
