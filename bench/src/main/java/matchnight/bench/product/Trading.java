package matchnight.bench.product;

import java.time.Instant;
import java.util.Map;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;
import matchnight.ledger.money.Price;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a trader does: puts markets up, moves their prices, opens and shuts them. */
public final class Trading {

    private final Caller caller;

    public Trading(HttpClient betApi, Product product) {
        this.caller = new Caller(betApi, product.tokens().issue("trader", "trading"));
    }

    public void putUp(MarketDefinition market) {
        caller.expectSuccess(HttpRequest.json("PUT", "/v1/markets/" + market.marketId(), market.json()));
    }

    /**
     * Moves prices.
     *
     * @param version of the price feed; one that is not newer than what the market has changes nothing
     */
    public void movePrices(String marketId, long version, Map<String, Price> prices) {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("version", version);
        ObjectNode bySelection = body.putObject("prices");
        prices.forEach((selectionId, price) -> bySelection.put(selectionId, price.text()));
        caller.expectSuccess(HttpRequest.json("PATCH", "/v1/markets/" + marketId + "/prices", body.toString()));
    }

    public GateChange openMarket(String marketId) {
        return change(marketId, true, "/v1/markets/" + marketId + "/open");
    }

    public GateChange suspendMarket(String marketId) {
        return change(marketId, false, "/v1/markets/" + marketId + "/suspend");
    }

    public GateChange closeMarket(String marketId) {
        return change(marketId, false, "/v1/markets/" + marketId + "/close");
    }

    public GateChange openEvent(String eventId) {
        return change(eventId, true, "/v1/events/" + eventId + "/open");
    }

    public GateChange suspendEvent(String eventId) {
        return change(eventId, false, "/v1/events/" + eventId + "/suspend");
    }

    private GateChange change(String subject, boolean opens, String target) {
        Instant sentAt = Instant.now();
        long sentNanos = System.nanoTime();
        HttpAnswer answer = caller.expectSuccess(HttpRequest.json("POST", target, ""));
        long answeredNanos = System.nanoTime();
        return new GateChange(
                subject,
                opens,
                sentNanos,
                sentAt,
                answeredNanos,
                Instant.now(),
                answer.json().path("version").asLong(0));
    }
}
