package matchnight.ledger.proof;

/**
 * One figure of a proof beside what it comes to when it is computed again.
 *
 * @param what names the figure
 */
public record Step(String what, String stated, String computed) {

    public boolean isEqual() {
        return stated.equals(computed);
    }

    @Override
    public String toString() {
        return isEqual()
                ? what + ": " + stated
                : what + ": stated " + stated + ", computed " + computed + "  <-- NOT EQUAL";
    }
}
