package matchnight.ledger.event;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A bet as it was accepted. It never changes afterwards.
 *
 * @param type the contract's name of the type: {@code SINGLE}, {@code ACCUMULATOR} …
 * @param stake the total over all lines
 * @param lines unit stakes paid: an each-way line counts twice
 * @param settleBy when its settlement is overdue
 * @param legs in the order of the request
 */
public record AcceptedBet(
        UUID betId,
        String type,
        Money stake,
        Money unitStake,
        int lines,
        Money possibleReturns,
        Instant receivedAt,
        Instant acceptedAt,
        Instant settleBy,
        Context context,
        List<AcceptedLeg> legs) {

    public AcceptedBet {
        legs = List.copyOf(legs);
    }

    /** Where the bet came from, as far as its client said. */
    public record Context(
            @Nullable String channel,
            @Nullable String brand,
            @Nullable String jurisdiction) {

        boolean isEmpty() {
            return channel == null && brand == null && jurisdiction == null;
        }
    }
}
