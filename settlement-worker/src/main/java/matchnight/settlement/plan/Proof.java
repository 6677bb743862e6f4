package matchnight.settlement.plan;

import matchnight.settlement.grading.Grade;
import matchnight.settlement.grading.GradedLeg;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a settlement was computed from, short enough to stand with every one of them. */
final class Proof {

    private Proof() {}

    /** {@code {"rounding", "legs": [{"leg", "event", "result", "price", "factor", "placeFactor"?}]}} */
    static String of(Grade.Decided decided) {
        ObjectNode proof = JsonNodeFactory.instance.objectNode();
        proof.put("rounding", decided.rounding().name());
        ArrayNode legs = proof.putArray("legs");
        decided.legs().forEach(leg -> legs.add(toJson(leg)));
        return proof.toString();
    }

    private static ObjectNode toJson(GradedLeg graded) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("leg", graded.leg().number());
        json.put("event", graded.by().reference());
        json.put("result", graded.result().name());
        json.put("price", graded.price().text());
        json.put("factor", graded.winFactor().toString());
        if (graded.leg().eachWay() != null) {
            json.put("placeFactor", graded.placeFactor().toString());
        }
        return json;
    }
}
