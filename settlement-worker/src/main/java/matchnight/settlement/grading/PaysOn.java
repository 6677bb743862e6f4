package matchnight.settlement.grading;

import matchnight.settlement.result.Certainty;

/** From which certainty on a market pays. */
public enum PaysOn {
    LIVE,
    CONFIRMED;

    boolean accepts(Certainty certainty) {
        return this == LIVE || certainty == Certainty.CONFIRMED;
    }
}
