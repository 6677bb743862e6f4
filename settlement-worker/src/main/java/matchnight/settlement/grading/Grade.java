package matchnight.settlement.grading;

import java.util.List;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;

/** What a bet comes to by the results there are: exact, since rounding is the business of a policy. */
public sealed interface Grade {

    /**
     * Something that the bet's returns depend on is not decided.
     *
     * @param legs those that are decided, in their order
     * @param openLegs the numbers of the others
     */
    record Open(List<GradedLeg> legs, List<Integer> openLegs) implements Grade {}

    /**
     * The bet is decided.
     *
     * @param isVoid every leg is void: the whole stake is given back, whatever the caps
     * @param winLinesPaid how many lines return anything with their win parts
     * @param placeLinesPaid how many do with their place parts; 0 where the bet is not each-way
     * @param sum unit stake times the sum over the lines, at the prices taken, in major units
     * @param topUp what better starting prices add; null where they change nothing
     * @param exactReturns in major units, after the caps and before the one rounding
     * @param legs those that were decided, in their order
     * @param openLegs the numbers of those that nothing depends on any more
     */
    record Decided(
            boolean isVoid,
            int winLinesPaid,
            int placeLinesPaid,
            Rational sum,
            @Nullable TopUp topUp,
            Rational exactReturns,
            List<GradedLeg> legs,
            List<Integer> openLegs)
            implements Grade {}

    /**
     * What best odds guaranteed adds.
     *
     * @param atBestPrices the sum over the lines at the better of both prices of every leg, in major units
     * @param most the cap on what is added; null: none
     * @param added the difference to the sum at the prices taken, at most {@code most}
     */
    record TopUp(Rational atBestPrices, @Nullable Money most, Rational added) {}
}
