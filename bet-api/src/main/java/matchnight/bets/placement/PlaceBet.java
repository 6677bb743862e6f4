package matchnight.bets.placement;

import java.time.Instant;
import java.util.List;
import matchnight.bets.bet.BetContext;
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
 * @param stake the total stake, positive
 * @param receivedAt when the service had read the request, by the service's clock
 */
public record PlaceBet(
        IdempotencyKey key,
        AccountId accountId,
        BetType type,
        Money stake,
        List<Leg> legs,
        PriceChange priceChange,
        BetContext context,
        Instant receivedAt) {

    public PlaceBet {
        legs = List.copyOf(legs);
        if (!stake.isPositive()) {
            throw new IllegalArgumentException("A stake is positive");
        }
        if (type != BetType.SINGLE || legs.size() != 1) {
            throw new IllegalArgumentException("Only singles are taken, and a single has one leg");
        }
    }

    /** One selection at the price that the client saw. */
    public record Leg(MarketId marketId, SelectionId selectionId, Price priceAsked) {}

    KeyScope scope() {
        return new KeyScope(accountId, Operation.BET, key);
    }

    /** What makes this request another one than a different request under the same key; not when it was received. */
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
