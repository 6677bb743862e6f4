package matchnight.settlement.plan;

import matchnight.settlement.grading.Bet;
import org.jspecify.annotations.Nullable;

/** A bet and where it stands; without a settlement it is open. */
public record BetOnPage(Bet bet, @Nullable CurrentSettlement current) {

    boolean isOpen() {
        return current == null || current.isReopened();
    }

    int nextVersion() {
        return current == null ? 1 : current.version() + 1;
    }
}
