package matchnight.bets.bet;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/**
 * A bet with its legs, and its settlements in the order of their versions. Amounts are minor units of its currency.
 *
 * @param lines unit stakes paid: an each-way line counts twice
 * @param settlements empty for the answer to a placement, which a retry gets again whatever happened since
 */
public record BetView(
        UUID betId,
        AccountId accountId,
        BetType type,
        CurrencyCode currency,
        long stake,
        long unitStake,
        int lines,
        long possibleReturns,
        Instant receivedAt,
        Instant acceptedAt,
        Instant settleBy,
        BetContext context,
        List<LegView> legs,
        List<SettlementView> settlements) {

    public BetView {
        legs = List.copyOf(legs);
        settlements = List.copyOf(settlements);
    }

    BetView withLegs(List<LegView> read) {
        return new BetView(
                betId,
                accountId,
                type,
                currency,
                stake,
                unitStake,
                lines,
                possibleReturns,
                receivedAt,
                acceptedAt,
                settleBy,
                context,
                read,
                settlements);
    }

    public BetState state() {
        return switch (newestKind()) {
            case null -> BetState.OPEN;
            case REOPENED -> BetState.OPEN;
            case SETTLED -> BetState.SETTLED;
            case VOIDED -> BetState.VOIDED;
        };
    }

    /** What the bet returned by its newest settlement; null while it is open. */
    public @Nullable Long returns() {
        return settlements.isEmpty() ? null : settlements.getLast().returns();
    }

    private SettlementView.@Nullable Kind newestKind() {
        return settlements.isEmpty() ? null : settlements.getLast().kind();
    }
}
