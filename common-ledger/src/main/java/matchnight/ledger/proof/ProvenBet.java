package matchnight.ledger.proof;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A bet of which every settlement was computed again; one that was never settled has nothing to prove.
 *
 * @param summary the bet in one line
 * @param settlements in the order of their versions
 */
public record ProvenBet(String betId, String summary, List<ProvenSettlement> settlements) {

    public ProvenBet {
        settlements = List.copyOf(settlements);
    }

    static String verdict(boolean isEqual) {
        return isEqual ? "equal" : "NOT EQUAL";
    }

    public boolean isEqual() {
        return settlements.stream().allMatch(ProvenSettlement::isEqual);
    }

    /** Every step on a line of its own, and a verdict behind each settlement and at the end. */
    public String toText() {
        StringBuilder text = new StringBuilder("bet " + betId + ": " + summary + "\n");
        for (ProvenSettlement settlement : settlements) {
            text.append("settlement ").append(settlement.version());
            text.append(", by ").append(settlement.cause()).append('\n');
            settlement.steps().forEach(step -> text.append("  ").append(step).append('\n'));
            text.append("  ").append(settlement.verdict()).append('\n');
        }
        text.append(settlements.isEmpty() ? "nothing to prove: it has no settlement" : verdict(isEqual()));
        return text.append('\n').toString();
    }

    /** {@code {betId, equal, settlements: [{version, cause, equal, steps: [{what, stated, computed, equal}]}]}}. */
    public String toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("betId", betId).put("equal", isEqual());
        ArrayNode proven = json.putArray("settlements");
        for (ProvenSettlement settlement : settlements) {
            ObjectNode one = proven.addObject();
            one.put("version", settlement.version())
                    .put("cause", settlement.cause())
                    .put("equal", settlement.isEqual());
            ArrayNode steps = one.putArray("steps");
            settlement
                    .steps()
                    .forEach(step -> steps.addObject()
                            .put("what", step.what())
                            .put("stated", step.stated())
                            .put("computed", step.computed())
                            .put("equal", step.isEqual()));
        }
        return json.toPrettyString();
    }
}
