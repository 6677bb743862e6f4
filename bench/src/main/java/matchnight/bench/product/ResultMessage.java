package matchnight.bench.product;

import java.time.Instant;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A confirmed result of one market.
 *
 * @param results {@code WON}, {@code HALF_WON} … by selection
 */
public record ResultMessage(
        String eventId, String marketId, long version, Instant occurredAt, Map<String, String> results) {

    String json() {
        ObjectNode result = JsonMapper.shared().createObjectNode();
        result.put("eventId", eventId)
                .put("type", "RESULT")
                .put("marketId", marketId)
                .put("version", version)
                .put("certainty", "CONFIRMED")
                .put("occurredAt", occurredAt.toString());
        ArrayNode outcomes = result.putArray("outcomes");
        results.forEach((selectionId, outcome) ->
                outcomes.addObject().put("selectionId", selectionId).put("result", outcome));
        return result.toString();
    }
}
