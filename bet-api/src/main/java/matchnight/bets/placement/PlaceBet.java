package matchnight.bets.placement;

import java.time.Instant;
import java.util.List;
import matchnight.bets.bet.BetContext;
import matchnight.bets.commit.AccountCommand;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.Operation;
import matchnight.ledger.idempotency.RequestHash;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * A request to place a bet, valid in form: nobody checks its form again.
 *
 * @param stake the total stake, positive, of as many whole minor units as {@link #lines} or a multiple of them
 * @param legs as many as the type takes
 * @param eachWay whether every line is paid twice, once to win and once for a place
 * @param receivedAt when the service had read the request, by the service's clock
 */
public record PlaceBet(
        IdempotencyKey key,
        AccountId accountId,
        BetType type,
        Money stake,
        List<Leg> legs,
        boolean eachWay,
        PriceChange priceChange,
        BetContext context,
        Instant receivedAt)
        implements AccountCommand {

    public PlaceBet {
        legs = List.copyOf(legs);
        if (!stake.isPositive()) {
            throw new IllegalArgumentException("A stake is positive");
        }
        if (!type.takes(legs.size())) {
            throw new IllegalArgumentException("A " + type + " does not have " + legs.size() + " legs");
        }
        if (stake.minorUnits() % unitStakes(type, legs.size(), eachWay) != 0) {
            throw new IllegalArgumentException("A stake splits into whole minor units over its lines");
        }
    }

    /** One selection at the price that the client saw. */
    public record Leg(MarketId marketId, SelectionId selectionId, Price priceAsked) {

        SelectionKey selection() {
            return new SelectionKey(marketId, selectionId);
        }
    }

    /** How many unit stakes such a bet pays: one a line, two where it is each-way. */
    public static int unitStakes(BetType type, int legs, boolean eachWay) {
        return type.lines(legs) * (eachWay ? 2 : 1);
    }

    /** Unit stakes paid. */
    int lines() {
        return unitStakes(type, legs.size(), eachWay);
    }

    /** What stands on each line, and on its place part once more. */
    Money unitStake() {
        return new Money(stake.minorUnits() / lines(), stake.currency());
    }

    /** Unit stakes on the lines that one and the same leg stands in. */
    int linesWithOneLeg() {
        return type.linesWithOneLeg(legs.size()) * (eachWay ? 2 : 1);
    }

    @Override
    public KeyScope scope() {
        return new KeyScope(accountId, Operation.BET, key);
    }

    /**
     * What makes this request another one than a different request under the same key; not when it was received.
     *
     * <p>Keys are kept for as long as their bets, so a text may only be added to: a single that is not each-way has the
     * one that it always had. A leg has three fields, so that one more at the end is read as nothing else.
     */
    RequestHash requestHash() {
        StringBuilder text = new StringBuilder("bet/1");
        append(text, type.name());
        append(text, stake.currency().code());
        append(text, Long.toString(stake.minorUnits()));
        append(text, priceChange.name());
        append(text, context.channel());
        append(text, context.brand());
        append(text, context.jurisdiction());
        for (Leg leg : legs) {
            append(text, leg.marketId().value());
            append(text, leg.selectionId().value());
            append(text, leg.priceAsked().value().toString());
        }
        if (eachWay) {
            append(text, "each-way");
        }
        return RequestHash.ofCanonicalText(text.toString());
    }

    // Lengths keep two fields from reading like one; an absent one differs from an empty one.
    private static void append(StringBuilder text, @Nullable String field) {
        text.append('|');
        if (field != null) {
            text.append(field.length()).append(':').append(field);
        }
    }
}
