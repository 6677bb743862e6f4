package matchnight.settlement.plan;

import matchnight.settlement.grading.Bet;
import org.jspecify.annotations.Nullable;

/**
 * A bet and where it stands; without a settlement it is open.
 *
 * @param owner the desk that answers for it
 */
public record BetOnPage(Bet bet, String owner, @Nullable CurrentSettlement current) {

    public boolean isOpen() {
        return current == null || current.isReopened();
    }

    /** Whether a person decided it, which results do not change any more. */
    boolean isDecidedByPerson() {
        return current != null && current.isByPerson();
    }

    boolean isVoid() {
        return current != null && current.kind() == SettlementKind.VOIDED;
    }

    int nextVersion() {
        return current == null ? 1 : current.version() + 1;
    }
}
