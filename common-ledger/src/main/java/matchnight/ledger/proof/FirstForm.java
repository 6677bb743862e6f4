package matchnight.ledger.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import matchnight.ledger.money.Rational;
import matchnight.ledger.proof.RecordedBet.RecordedSettlement;
import tools.jackson.databind.JsonNode;

/**
 * Proofs from before they had a form: the rounding and the legs' factors, which are taken as they stand. They tell neither
 * caps nor what best odds added, so that a bet with either is not proven by them.
 */
final class FirstForm {

    private final RecordedBet bet;
    private final RecordedSettlement settlement;
    private final Steps steps;

    FirstForm(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        this.bet = bet;
        this.settlement = settlement;
        this.steps = steps;
    }

    void prove() {
        if (!settlement.proof().isObject()) {
            throw new IllegalArgumentException("the settlement has none");
        }
        String returns = Steps.text(settlement.returns());
        if (settlement.proof().has("legs")) {
            steps.compare("returns by the factors as they stand", returns, returnsOfFactors());
        } else if (settlement.causeType().equals("PERSON")) {
            steps.compare("returns, the whole stake", returns, bet.stake().toDecimalString());
        } else {
            steps.compare("returns of a bet that is open again", returns, Steps.ABSENT);
        }
    }

    private String returnsOfFactors() {
        Rational perUnit = sum("factor");
        if (bet.isEachWay()) {
            perUnit = perUnit.plus(sum("placeFactor"));
        }
        return RoundingRule.named(Steps.text(settlement.proof().path("rounding")))
                .round(
                        bet.unitStake().toMajorUnits().times(perUnit),
                        bet.stake().currency())
                .toDecimalString();
    }

    // A leg that is missing was open when no line could return anything any more.
    private Rational sum(String member) {
        List<Rational> factors = new ArrayList<>(Collections.nCopies(bet.legs().size(), Rational.ZERO));
        for (JsonNode leg : settlement.proof().path("legs")) {
            int number = leg.path("leg").asInt(0);
            if (number < 1 || number > factors.size()) {
                throw new IllegalArgumentException("the bet has no leg " + number);
            }
            factors.set(number - 1, Rational.parse(Steps.text(leg.path(member))));
        }
        return LinesOneByOne.of(factors, bet.smallestLine()).sum();
    }
}
