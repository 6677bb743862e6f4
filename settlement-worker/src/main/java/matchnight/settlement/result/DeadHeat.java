package matchnight.settlement.result;

import matchnight.ledger.money.Rational;

/**
 * More selections tied than there were places left: each is paid {@code places / tied} of its return.
 *
 * @param places 1 to {@code tied}
 * @param tied at most {@value #MAX_TIED}
 */
public record DeadHeat(int places, int tied) {

    public static final int MAX_TIED = 1_000;

    public DeadHeat {
        if (places < 1 || places > tied || tied > MAX_TIED) {
            throw new IllegalArgumentException("a dead heat has 1 to tied places and at most " + MAX_TIED
                    + " tied, not " + places + " of " + tied);
        }
    }

    /** As it was said, not reduced: {@code 2/4}. */
    public String text() {
        return places + "/" + tied;
    }

    public Rational share() {
        return Rational.of(places, tied);
    }
}
