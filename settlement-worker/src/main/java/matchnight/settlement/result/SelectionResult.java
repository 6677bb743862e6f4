package matchnight.settlement.result;

/** What became of a selection. {@code PLACED} pays the place part of an each-way bet and loses its win part. */
public enum SelectionResult {
    WON,
    LOST,
    VOID,
    HALF_WON,
    HALF_LOST,
    PLACED;

    /** Whether the result itself already says which part of the stake is void. */
    boolean saysItsVoidPart() {
        return this == VOID || this == HALF_WON || this == HALF_LOST;
    }
}
