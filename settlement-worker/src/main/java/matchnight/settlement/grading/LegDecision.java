package matchnight.settlement.grading;

import matchnight.settlement.result.Outcome;

/** Whether a market's state decides a leg yet. */
sealed interface LegDecision {

    record Undecided() implements LegDecision {}

    record Decided(Outcome outcome, Cause by) implements LegDecision {}
}
