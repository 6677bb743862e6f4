package matchnight.settlement.grading;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A bet as it was accepted: all that grading needs beside the results.
 *
 * @param unitStake what stands on each line, and on its place part once more
 * @param maxReturns caps what the bet returns
 * @param topUpMax caps what better starting prices add
 */
public record Bet(
        UUID betId,
        AccountId accountId,
        BetType type,
        Money stake,
        Money unitStake,
        @Nullable Money maxReturns,
        @Nullable Money topUpMax,
        Instant acceptedAt,
        List<Leg> legs) {

    public Bet {
        legs = List.copyOf(legs);
        if (legs.isEmpty()) {
            throw new IllegalArgumentException("Bet " + betId + " has no leg");
        }
    }

    boolean isEachWay() {
        return legs.getFirst().eachWay() != null;
    }
}
