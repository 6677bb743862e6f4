package matchnight.bench.product;

import matchnight.ledger.money.Money;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One single bet that an account submits.
 *
 * @param key the submission's idempotency key, unchanged on every retry
 * @param price as the bettor saw it, in the market's form
 * @param priceChange what change of it the bettor takes: {@code NONE}, {@code HIGHER} or {@code ANY}
 */
public record BetRequest(
        String accountId,
        String key,
        String marketId,
        String selectionId,
        String price,
        Money stake,
        String priceChange) {

    String json() {
        ObjectNode bet = JsonMapper.shared().createObjectNode();
        bet.put("accountId", accountId)
                .put("type", "SINGLE")
                .put("stake", stake.toDecimalString())
                .put("currency", stake.currency().code())
                .put("priceChange", priceChange);
        bet.putArray("legs")
                .addObject()
                .put("marketId", marketId)
                .put("selectionId", selectionId)
                .put("price", price);
        return bet.toString();
    }
}
