package matchnight.settlement.plan;

import java.util.List;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.grading.EachWay;
import matchnight.settlement.grading.Grade;
import matchnight.settlement.grading.GradedLeg;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.Rule4;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a settlement was computed from, short enough to stand with every one of them: what is not there does not apply.
 * {@code docs/settlement.md} describes the form, and {@code matchnight.ledger.proof} computes a bet again from it.
 */
final class Proof {

    /** Raised when members change their meaning. Proofs without it are of form 1: rounding and legs only. */
    private static final int FORM = 2;

    private Proof() {}

    /** The proof of returns that were computed from results. */
    static String of(Bet bet, Grade.Decided decided, Rounding rounding, Money returns) {
        ObjectNode proof = begin();
        proof.put("rule", rounding.ruleVersion());
        proof.put("rounding", rounding.name());
        putStakes(proof, bet);
        proof.put("winLinesPaid", decided.winLinesPaid());
        if (bet.legs().getFirst().eachWay() != null) {
            proof.put("placeLinesPaid", decided.placeLinesPaid());
        }
        putLegs(proof, decided.legs(), decided.openLegs());
        proof.put("sum", decided.sum().toString());
        putCaps(proof, bet, decided);
        proof.put("exact", decided.exactReturns().toString());
        proof.put("returns", returns.toDecimalString());
        proof.put(
                "roundedBy",
                returns.toMajorUnits().minus(decided.exactReturns()).toString());
        return proof.toString();
    }

    /** The proof of a stake given back because a person decided so: nothing was graded. */
    static String ofVoidByPerson(Bet bet) {
        ObjectNode proof = begin();
        proof.put("kind", "VOIDED_BY_PERSON");
        putStakes(proof, bet);
        proof.put("returns", bet.stake().toDecimalString());
        return proof.toString();
    }

    /** The proof that a bet is open again: which legs are, while enough of the others are alive. */
    static String ofReopened(Grade.Open open) {
        ObjectNode proof = begin();
        proof.put("kind", "REOPENED");
        putLegs(proof, open.legs(), open.openLegs());
        return proof.toString();
    }

    private static ObjectNode begin() {
        return JsonNodeFactory.instance.objectNode().put("form", FORM);
    }

    private static void putStakes(ObjectNode proof, Bet bet) {
        proof.put("currency", bet.stake().currency().code());
        proof.put("unitStake", bet.unitStake().toDecimalString());
        proof.put("lines", bet.stake().minorUnits() / bet.unitStake().minorUnits());
    }

    // The cap of a bet stands there whether it took anything away or not; a void bet knows none.
    private static void putCaps(ObjectNode proof, Bet bet, Grade.Decided decided) {
        Grade.TopUp topUp = decided.topUp();
        if (topUp != null) {
            ObjectNode json = proof.putObject("topUp");
            json.put("atBestPrices", topUp.atBestPrices().toString());
            if (topUp.most() != null) {
                json.put("most", topUp.most().toDecimalString());
            }
            json.put("added", topUp.added().toString());
        }
        if (bet.maxReturns() != null && !decided.isVoid()) {
            proof.put("maxReturns", bet.maxReturns().toDecimalString());
        }
    }

    private static void putLegs(ObjectNode proof, List<GradedLeg> graded, List<Integer> openLegs) {
        ArrayNode legs = proof.putArray("legs");
        graded.forEach(leg -> legs.add(toJson(leg)));
        if (!openLegs.isEmpty()) {
            ArrayNode open = proof.putArray("openLegs");
            openLegs.forEach(open::add);
        }
    }

    private static ObjectNode toJson(GradedLeg graded) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("leg", graded.leg().number());
        json.put("event", graded.by().reference());
        json.put("result", graded.outcome().result().name());
        putTerms(json, graded.outcome(), graded.deductions());
        json.put("price", graded.price().text());
        if (graded.isAtStartingPrice()) {
            json.put("priceTaken", graded.leg().price().text());
        }
        json.put("factor", graded.winFactor().toString());
        EachWay eachWay = graded.leg().eachWay();
        if (eachWay != null) {
            putPlaceTerms(json, graded.outcome(), eachWay);
            json.put("placeFactor", graded.placeFactor().toString());
        }
        return json;
    }

    private static void putTerms(ObjectNode json, Outcome outcome, List<Rule4> deductions) {
        if (outcome.voidFactor() != null) {
            json.put("voidFactor", outcome.voidFactor().text());
        }
        if (outcome.deadHeat() != null) {
            json.put("deadHeat", outcome.deadHeat().text());
        }
        if (!deductions.isEmpty()) {
            ArrayNode applied = json.putArray("rule4");
            deductions.forEach(deduction -> putDeduction(applied.addObject(), deduction));
        }
    }

    private static void putDeduction(ObjectNode json, Rule4 deduction) {
        json.put("percent", deduction.percentText());
        if (deduction.acceptedBefore() != null) {
            json.put("acceptedBefore", deduction.acceptedBefore().toString());
        }
    }

    private static void putPlaceTerms(ObjectNode json, Outcome outcome, EachWay eachWay) {
        json.put("fraction", eachWay.fraction().toString());
        json.put("places", eachWay.places());
        if (outcome.position() != null) {
            json.put("position", outcome.position());
        }
        if (outcome.placeDeadHeat() != null) {
            json.put("placeDeadHeat", outcome.placeDeadHeat().text());
        }
    }
}
