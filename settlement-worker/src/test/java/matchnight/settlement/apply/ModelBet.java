package matchnight.settlement.apply;

import java.time.Instant;
import java.util.List;
import matchnight.settlement.apply.ModelEvent.ModelOutcome;
import matchnight.settlement.apply.ModelMarket.State;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;

/** A single or an accumulator, graded by the contract's formula and nothing else. */
record ModelBet(Placed placed, List<ModelMarket> markets) {

    /**
     * Where a bet stands.
     *
     * @param returns 0 while it is open
     */
    record Standing(String state, long returns) {

        static final Standing OPEN = new Standing("OPEN", 0);
    }

    Standing standing() {
        Fraction product = Fraction.ONE;
        boolean allDecided = true;
        boolean allVoid = true;
        for (int i = 0; i < markets.size(); i++) {
            PlacedLeg leg = placed.legs().get(i);
            State state = markets.get(i).state();
            ModelOutcome outcome = markets.get(i).outcome(state, leg.selection());
            if (isCancelled(state, placed.acceptedAt())) {
                continue;
            }
            if (outcome == null) {
                allDecided = false;
                continue;
            }
            allVoid &= outcome.voidPart().minus(Fraction.ONE).isZero();
            product = product.times(outcome.factor(Fraction.ofPrice(leg.price()), placed.acceptedAt()));
        }
        if (!allDecided) {
            return product.isZero() ? new Standing("SETTLED", 0) : Standing.OPEN;
        }
        return allVoid
                ? new Standing("VOIDED", placed.stake())
                : new Standing(
                        "SETTLED", product.times(Fraction.of(placed.stake(), 1)).roundedHalfUp());
    }

    private static boolean isCancelled(State state, Instant acceptedAt) {
        return state.cancels().stream().anyMatch(window -> window.takesIn(acceptedAt));
    }
}
