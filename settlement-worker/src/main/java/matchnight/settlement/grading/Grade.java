package matchnight.settlement.grading;

import java.util.List;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;
import matchnight.ledger.money.Rounding;

/** What a bet comes to by the results there are. */
public sealed interface Grade {

    /** Something that the bet's returns depend on is not decided. */
    record Open() implements Grade {}

    /**
     * The bet is decided.
     *
     * @param isVoid every leg is void: the whole stake is given back
     * @param exactReturns in major units, before the one rounding
     * @param returns rounded and capped
     * @param legs those that were decided, in their order
     */
    record Decided(boolean isVoid, Rational exactReturns, Money returns, Rounding rounding, List<GradedLeg> legs)
            implements Grade {}
}
