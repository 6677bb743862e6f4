package matchnight.settlement.ops;

/**
 * One server-sent event.
 *
 * @param json on one line
 */
record Message(String event, String json) {}
