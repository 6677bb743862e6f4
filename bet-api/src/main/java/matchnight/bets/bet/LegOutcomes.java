package matchnight.bets.bet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How a bet's legs ended, read from the proof of its newest settlement: {@code legs: [{leg, result, factor}]}. */
final class LegOutcomes {

    private static final JsonMapper JSON = new JsonMapper();

    private LegOutcomes() {}

    /** By leg number. Empty for an open bet, and for a settlement by a person, which graded no legs. */
    static Map<Integer, LegView.Outcome> ofNewest(List<SettlementView> settlements) {
        if (settlements.isEmpty() || settlements.getLast().kind() == SettlementView.Kind.REOPENED) {
            return Map.of();
        }
        Map<Integer, LegView.Outcome> outcomes = new HashMap<>();
        for (JsonNode leg : JSON.readTree(settlements.getLast().proof()).path("legs")) {
            if (leg.path("leg").isInt() && leg.path("result").isString()) {
                outcomes.put(leg.path("leg").intValue(), outcome(leg));
            }
        }
        return outcomes;
    }

    private static LegView.Outcome outcome(JsonNode leg) {
        JsonNode factor = leg.path("factor");
        return new LegView.Outcome(leg.path("result").stringValue(), factor.isString() ? factor.stringValue() : null);
    }
}
