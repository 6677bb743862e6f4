package matchnight.ledger.proof;

import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;
import matchnight.ledger.proof.RecordedBet.RecordedSettlement;
import tools.jackson.databind.JsonNode;

/** Form 2 of a settlement by results: from results and prices to the rounded returns, every figure on the way. */
final class GradedProof {

    private final RecordedBet bet;
    private final RecordedSettlement settlement;
    private final JsonNode proof;
    private final Steps steps;
    private final ProvenLegs legs;

    GradedProof(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        this.bet = bet;
        this.settlement = settlement;
        this.proof = settlement.proof();
        this.steps = steps;
        this.legs = new ProvenLegs(bet, settlement, steps);
    }

    void prove() {
        ProvenLegs.proveStakes(bet, proof, steps);
        legs.prove();
        if (!legs.openNumbers().isEmpty()) {
            steps.require("no line can return anything", legs.isDead(), "no");
        }
        proveLinesPaid();
        Rational sum = sum(legs.lines(ProvenLeg::winAtPriceTaken), legs.lines(ProvenLeg::placeAtPriceTaken));
        steps.compare("sum at the prices taken", proof.path("sum"), sum);
        Rational exact = capped(sum.plus(topUp(sum)));
        steps.compare("exact returns", proof.path("exact"), exact);
        proveRounding(exact);
        if (settlement.equals(bet.settlements().getLast())) {
            steps.compare("state of the bet", bet.state(), legs.isVoid() ? "VOIDED" : "SETTLED");
            legs.proveThatTheBetShowsThem();
        }
    }

    private void proveLinesPaid() {
        steps.compare(
                "win lines paid",
                proof.path("winLinesPaid"),
                legs.lines(ProvenLeg::winAtPriceTaken).paid());
        if (bet.isEachWay()) {
            steps.compare(
                    "place lines paid",
                    proof.path("placeLinesPaid"),
                    legs.lines(ProvenLeg::placeAtPriceTaken).paid());
        } else {
            steps.requireAbsent("place lines paid", proof.path("placeLinesPaid"));
        }
    }

    private Rational sum(LinesOneByOne win, LinesOneByOne place) {
        Rational perUnit = bet.isEachWay() ? win.sum().plus(place.sum()) : win.sum();
        return bet.unitStake().toMajorUnits().times(perUnit);
    }

    private Rational topUp(Rational sum) {
        Rational atBest = sum(legs.lines(ProvenLeg::winAtPriceUsed), legs.lines(ProvenLeg::placeAtPriceUsed));
        JsonNode topUp = proof.path("topUp");
        if (atBest.equals(sum)) {
            steps.requireAbsent("top-up", topUp);
            return Rational.ZERO;
        }
        Rational better = atBest.minus(sum);
        Rational added = topUp.has("most") ? better.min(amount(topUp.path("most"))) : better;
        steps.compare("sum at the better prices", topUp.path("atBestPrices"), atBest);
        steps.compare("top-up, at most " + Steps.text(topUp.path("most")), topUp.path("added"), added);
        return added;
    }

    private Rational capped(Rational returns) {
        JsonNode most = proof.path("maxReturns");
        if (most.isMissingNode()) {
            return returns;
        }
        if (legs.isVoid()) {
            steps.requireAbsent("cap on the returns of a void bet", most);
            return returns;
        }
        return returns.min(amount(most));
    }

    private Rational amount(JsonNode decimal) {
        return RecordedBet.amount(Steps.text(decimal), bet.stake().currency()).toMajorUnits();
    }

    private void proveRounding(Rational exact) {
        RoundingRule rule = RoundingRule.named(Steps.text(proof.path("rounding")));
        steps.compare("version of the rule " + rule, proof.path("rule"), rule.version());
        Money returns = rule.round(exact, bet.stake().currency());
        steps.compare("returns", proof.path("returns"), returns.toDecimalString());
        steps.compare(
                "rounded by", proof.path("roundedBy"), returns.toMajorUnits().minus(exact));
        steps.compare("returns of the settlement", Steps.text(settlement.returns()), returns.toDecimalString());
    }
}
