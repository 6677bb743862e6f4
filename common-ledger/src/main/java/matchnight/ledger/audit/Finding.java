package matchnight.ledger.audit;

/**
 * What a proof saw.
 *
 * @param name the invariant's
 * @param detail how much was looked at, or how many rows offend and the first of them
 */
public record Finding(String name, boolean ok, String detail) {}
