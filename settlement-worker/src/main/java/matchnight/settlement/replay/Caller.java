package matchnight.settlement.replay;

/**
 * Who asks, and why.
 *
 * @param actor the subject of the caller's token
 */
record Caller(String actor, String reason) {}
