package matchnight.settlement.plan;

/** What a settlement does to the liability that its bet's selections carry. Only a void gives it back. */
public enum ExposureChange {
    NONE,
    GIVEN_BACK,
    TAKEN_AGAIN
}
