package matchnight.bets.placement.http;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import matchnight.bets.placement.Refusal;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/** A refusal as a problem. A stored one renders as it first did, so what this says may only grow by a reply version. */
public final class RefusalProblem {

    private RefusalProblem() {}

    public static Problem of(Refusal refusal) {
        SortedMap<String, @Nullable Object> members = new TreeMap<>();
        if (refusal.currentPrice() != null) {
            members.put("currentPrice", refusal.currentPrice());
        }
        if (refusal.maxStake() != null) {
            members.put("maxStake", refusal.maxStake());
        }
        if (!refusal.legs().isEmpty()) {
            members.put("legs", List.copyOf(refusal.legs()));
        }
        return new Problem(ProblemCode.valueOf(refusal.code().name()), detail(refusal), List.of(), members);
    }

    private static String detail(Refusal refusal) {
        return switch (refusal.code()) {
            case UNKNOWN_ACCOUNT -> "No account has this id";
            case ACCOUNT_SUSPENDED -> "The account may not bet while it is suspended";
            case SELF_EXCLUDED -> "The account has excluded itself from betting";
            case ACCOUNT_CLOSED -> "The account is closed";
            case CURRENCY_MISMATCH -> "Account, stake and market must be in one currency";
            case UNKNOWN_MARKET -> "No market has this id";
            case UNKNOWN_SELECTION -> "The market has no such selection";
            case CORRELATED_LEGS -> "These legs depend on one event and do not stand in one bet";
            case EACH_WAY_NOT_OFFERED -> "The selection is offered to win only";
            case MARKET_NOT_OPEN -> "Betting on this selection is not open";
            case PRICE_CHANGED -> "The price is no longer the one asked for";
            case STAKE_TOO_LOW -> "The stake is below the market's lowest";
            case STAKE_TOO_HIGH -> "The stake is above the market's highest";
            case LIABILITY_LIMIT -> "The bet would exceed the selection's liability limit";
            case INSUFFICIENT_FUNDS -> "The available balance does not cover the stake";
        };
    }
}
