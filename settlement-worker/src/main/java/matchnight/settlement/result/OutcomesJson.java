package matchnight.settlement.result;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The outcomes of a RESULT as JSON: read strictly from a feed, and written in one canonical form for the table. */
public final class OutcomesJson {

    private static final int MAX_OUTCOMES = 500;
    private static final int MAX_DEDUCTIONS = 20;
    private static final int MAX_POSITION = 10_000;

    static final Set<String> OUTCOME_MEMBERS = Set.of(
            "selectionId", "result", "voidFactor", "deadHeat", "placeDeadHeat", "rule4", "startingPrice", "position");
    static final Set<String> DEAD_HEAT_MEMBERS = Set.of("places", "tied");
    static final Set<String> RULE_4_MEMBERS = Set.of("percent", "acceptedBefore");

    private OutcomesJson() {}

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static List<Outcome> readStored(JsonNode outcomes) {
        Faults faults = new Faults();
        List<Outcome> read = read(outcomes, "", faults);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("Stored outcomes do not read: " + faults.all());
        }
        return read;
    }

    static List<Outcome> read(JsonNode outcomes, String pointer, Faults faults) {
        if (!outcomes.isArray() || outcomes.size() > MAX_OUTCOMES) {
            faults.add(pointer, "must be an array of at most " + MAX_OUTCOMES + " outcomes");
            return List.of();
        }
        List<Outcome> read = new ArrayList<>();
        Set<SelectionId> named = new HashSet<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Outcome outcome = readOutcome(outcomes.get(i), pointer + "/" + i, faults);
            if (outcome != null && !named.add(outcome.selectionId())) {
                faults.add(pointer + "/" + i + "/selectionId", "is named twice");
            }
            if (outcome != null) {
                read.add(outcome);
            }
        }
        return read;
    }

    private static @Nullable Outcome readOutcome(JsonNode node, String pointer, Faults faults) {
        if (!node.isObject()) {
            faults.add(pointer, "must be an object");
            return null;
        }
        JsonMembers members = JsonMembers.of(node, pointer, faults, OUTCOME_MEMBERS);
        SelectionId selectionId = members.required("selectionId", members.parsed("selectionId", 200, SelectionId::new));
        SelectionResult result = members.required("result", members.oneOf("result", SelectionResult.class));
        VoidFactor voidFactor = readVoidFactor(members);
        DeadHeat deadHeat = readDeadHeat(members, "deadHeat", faults);
        DeadHeat placeDeadHeat = readDeadHeat(members, "placeDeadHeat", faults);
        List<Rule4> rule4 = readRule4(members, faults);
        Price startingPrice = readPrice(members);
        Long position = members.wholeNumber("position", 1, MAX_POSITION);
        if (voidFactor != null && result != null && result.saysItsVoidPart()) {
            members.fault("voidFactor", "never stands beside " + result);
            return null;
        }
        return selectionId == null || result == null
                ? null
                : new Outcome(
                        selectionId,
                        result,
                        voidFactor,
                        deadHeat,
                        placeDeadHeat,
                        rule4,
                        startingPrice,
                        position == null ? null : Math.toIntExact(position));
    }

    private static @Nullable VoidFactor readVoidFactor(JsonMembers members) {
        BigDecimal factor = members.decimal("voidFactor", 1, 4);
        if (factor == null) {
            return null;
        }
        for (VoidFactor known : VoidFactor.values()) {
            if (new BigDecimal(known.text()).compareTo(factor) == 0) {
                return known;
            }
        }
        members.fault("voidFactor", "must be \"0.5\" or \"1\"");
        return null;
    }

    private static @Nullable DeadHeat readDeadHeat(JsonMembers outcome, String name, Faults faults) {
        JsonNode node = outcome.find(name);
        if (node == null) {
            return null;
        }
        if (!node.isObject()) {
            outcome.fault(name, "must be an object");
            return null;
        }
        JsonMembers members = JsonMembers.of(node, outcome.pointerTo(name), faults, DEAD_HEAT_MEMBERS);
        Long places = members.required("places", members.wholeNumber("places", 1, DeadHeat.MAX_TIED));
        Long tied = members.required("tied", members.wholeNumber("tied", 1, DeadHeat.MAX_TIED));
        if (places == null || tied == null) {
            return null;
        }
        if (places > tied) {
            members.fault("places", "must not be more than tied");
            return null;
        }
        return new DeadHeat(Math.toIntExact(places), Math.toIntExact(tied));
    }

    private static List<Rule4> readRule4(JsonMembers outcome, Faults faults) {
        JsonNode node = outcome.find("rule4");
        if (node == null) {
            return List.of();
        }
        if (!node.isArray() || node.size() > MAX_DEDUCTIONS) {
            outcome.fault("rule4", "must be an array of at most " + MAX_DEDUCTIONS + " deductions");
            return List.of();
        }
        List<Rule4> read = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            Rule4 deduction = readDeduction(node.get(i), outcome.pointerTo("rule4") + "/" + i, faults);
            if (deduction != null) {
                read.add(deduction);
            }
        }
        return read;
    }

    private static @Nullable Rule4 readDeduction(JsonNode node, String pointer, Faults faults) {
        if (!node.isObject()) {
            faults.add(pointer, "must be an object");
            return null;
        }
        JsonMembers members = JsonMembers.of(node, pointer, faults, RULE_4_MEMBERS);
        BigDecimal percent = members.required("percent", members.decimal("percent", 3, 2));
        Instant acceptedBefore = members.time("acceptedBefore");
        if (percent == null) {
            return null;
        }
        if (percent.compareTo(BigDecimal.valueOf(100)) > 0) {
            members.fault("percent", "must be 0 to 100");
            return null;
        }
        return new Rule4(ResultReader.exactly(percent), acceptedBefore);
    }

    private static @Nullable Price readPrice(JsonMembers members) {
        JsonNode node = members.find("startingPrice");
        if (node == null || !node.isNumber()) {
            return members.parsed("startingPrice", 32, Price::of);
        }
        BigDecimal odds = members.decimal("startingPrice", 6, 4);
        if (odds == null) {
            return null;
        }
        try {
            return Price.of(odds.toPlainString());
        } catch (IllegalArgumentException refused) {
            members.fault("startingPrice", JsonMembers.messageOf(refused));
            return null;
        }
    }

    /** Writes outcomes so that equal ones are equal texts, apart from the form that a starting price was written in. */
    public static String write(List<Outcome> outcomes) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        outcomes.forEach(outcome -> array.add(toJson(outcome)));
        return array.toString();
    }

    private static ObjectNode toJson(Outcome outcome) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("selectionId", outcome.selectionId().value());
        json.put("result", outcome.result().name());
        if (outcome.voidFactor() != null) {
            json.put("voidFactor", outcome.voidFactor().text());
        }
        putDeadHeat(json, "deadHeat", outcome.deadHeat());
        putDeadHeat(json, "placeDeadHeat", outcome.placeDeadHeat());
        if (!outcome.rule4().isEmpty()) {
            ArrayNode deductions = json.putArray("rule4");
            outcome.rule4().forEach(deduction -> deductions.add(toJson(deduction)));
        }
        if (outcome.startingPrice() != null) {
            json.put("startingPrice", outcome.startingPrice().text());
        }
        if (outcome.position() != null) {
            json.put("position", outcome.position());
        }
        return json;
    }

    private static void putDeadHeat(ObjectNode json, String name, @Nullable DeadHeat deadHeat) {
        if (deadHeat != null) {
            json.putObject(name).put("places", deadHeat.places()).put("tied", deadHeat.tied());
        }
    }

    private static ObjectNode toJson(Rule4 deduction) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("percent", deduction.percentText());
        if (deduction.acceptedBefore() != null) {
            json.put("acceptedBefore", deduction.acceptedBefore().toString());
        }
        return json;
    }
}
