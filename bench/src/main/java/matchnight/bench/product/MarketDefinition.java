package matchnight.bench.product;

import java.time.Instant;
import java.util.List;
import matchnight.ledger.money.CurrencyCode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A market as a trader puts it up, open from the start. Amounts are decimals of major units of the currency.
 *
 * @param eventName what the market is part of, to people
 */
public record MarketDefinition(
        String marketId,
        String eventId,
        String eventName,
        String name,
        Instant startsAt,
        Instant settleBy,
        CurrencyCode currency,
        String liabilityLimit,
        String minStake,
        String maxStake,
        List<Offer> selections) {

    /** A selection at a price. */
    public record Offer(String selectionId, String name, String price) {}

    String json() {
        ObjectNode market = JsonMapper.shared().createObjectNode();
        market.put("eventId", eventId)
                .put("event", eventName)
                .put("name", name)
                .put("startsAt", startsAt.toString())
                .put("settleBy", settleBy.toString())
                .put("owner", "trading-desk")
                .put("status", "OPEN")
                .put("limitCurrency", currency.code())
                .put("liabilityLimit", liabilityLimit)
                .put("minStake", minStake)
                .put("maxStake", maxStake);
        ArrayNode offers = market.putArray("selections");
        for (Offer offer : selections) {
            offers.addObject()
                    .put("selectionId", offer.selectionId())
                    .put("name", offer.name())
                    .put("price", offer.price());
        }
        return market.toString();
    }
}
