package matchnight.bets.placement.http;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import matchnight.bets.bet.BetContext;
import matchnight.bets.json.AmountText;
import matchnight.bets.placement.PlaceBet;
import matchnight.bets.placement.PriceChange;
import matchnight.bets.problem.InputErrors;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/** The body of {@code POST /v1/bets}. */
public record PlaceBetRequest(
        AccountId accountId,
        BetType type,
        AmountText stake,
        CurrencyCode currency,
        List<Leg> legs,
        @Nullable PriceChange priceChange,
        @Nullable Context context) {

    /** One selection at the price that the client saw. */
    public record Leg(
            MarketId marketId,
            SelectionId selectionId,
            Price price,
            @Nullable Boolean eachWay) {

        boolean isEachWay() {
            return Boolean.TRUE.equals(eachWay);
        }
    }

    /** Where the bet comes from: 1 to 64 visible characters each. */
    public record Context(
            @Nullable String channel,
            @Nullable String brand,
            @Nullable String jurisdiction) {}

    private static final Pattern CONTEXT_VALUE = Pattern.compile("[\\x20-\\x7E]{1,64}");

    /**
     * Makes the command.
     *
     * @throws ProblemException INVALID_REQUEST with every fault found; STAKE_DOES_NOT_SPLIT where that is the only one
     */
    PlaceBet toCommand(IdempotencyKey key, Instant receivedAt) {
        InputErrors errors = new InputErrors();
        Money amount = errors.read("/stake", () -> positiveStake());
        checkLegs(errors);
        BetContext from = readContext(errors);
        errors.throwIfAny();
        if (amount == null) {
            throw new IllegalStateException("A stake that could not be read was not reported");
        }
        StakeSplit.of(amount, PlaceBet.unitStakes(type, legs.size(), isEachWay()))
                .requireEven();
        return new PlaceBet(
                key,
                accountId,
                type,
                amount,
                legs.stream()
                        .map(leg -> new PlaceBet.Leg(leg.marketId(), leg.selectionId(), leg.price()))
                        .toList(),
                isEachWay(),
                priceChange == null ? PriceChange.NONE : priceChange,
                from,
                receivedAt.truncatedTo(ChronoUnit.MICROS));
    }

    private Money positiveStake() {
        Money amount = stake.in(currency);
        if (!amount.isPositive()) {
            throw new IllegalArgumentException("must be above 0");
        }
        return amount;
    }

    private void checkLegs(InputErrors errors) {
        errors.require(type.takes(legs.size()), "/legs", "must be " + legsOf(type));
        for (int i = 1; i < legs.size(); i++) {
            errors.require(
                    legs.get(i).isEachWay() == isEachWay(),
                    "/legs/" + i + "/eachWay",
                    "must be as on the first leg: a bet is each-way on all legs or on none");
        }
    }

    private boolean isEachWay() {
        return legs.getFirst().isEachWay();
    }

    private static String legsOf(BetType type) {
        if (type.fewestLegs() < type.mostLegs()) {
            return type.fewestLegs() + " to " + type.mostLegs() + " legs for the type " + type;
        }
        return type.mostLegs() + (type.mostLegs() == 1 ? " leg" : " legs") + " for the type " + type;
    }

    private BetContext readContext(InputErrors errors) {
        if (context == null) {
            return BetContext.NONE;
        }
        checkContext(errors, "/context/channel", context.channel());
        checkContext(errors, "/context/brand", context.brand());
        checkContext(errors, "/context/jurisdiction", context.jurisdiction());
        return new BetContext(context.channel(), context.brand(), context.jurisdiction());
    }

    private static void checkContext(InputErrors errors, String pointer, @Nullable String value) {
        boolean valid = value == null || CONTEXT_VALUE.matcher(value).matches();
        errors.require(valid, pointer, "must be 1 to 64 printable ASCII characters");
    }
}
