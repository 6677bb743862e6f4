package matchnight.settlement.result;

/**
 * One thing that is wrong with a message.
 *
 * @param pointer where, as an RFC 6901 JSON pointer; empty for the message as a whole
 * @param detail what, completing the sentence "this …"
 */
public record Fault(String pointer, String detail) {}
