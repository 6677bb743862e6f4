package matchnight.ledger.proof;

import java.util.List;

/**
 * One settlement of a bet, computed again.
 *
 * @param version counts the bet's own settlements
 * @param cause type and reference
 * @param steps in the order in which they follow from one another
 */
public record ProvenSettlement(int version, String cause, List<Step> steps) {

    public ProvenSettlement {
        steps = List.copyOf(steps);
    }

    public boolean isEqual() {
        return steps.stream().allMatch(Step::isEqual);
    }

    /** {@code equal} or {@code NOT EQUAL}. */
    public String verdict() {
        return ProvenBet.verdict(isEqual());
    }
}
