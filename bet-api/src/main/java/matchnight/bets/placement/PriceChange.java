package matchnight.bets.placement;

import matchnight.ledger.money.Price;

/** Which price other than the one asked for the client takes. */
public enum PriceChange {
    /** Only the price asked for. */
    NONE,
    /** The price asked for or a better one. */
    HIGHER,
    /** Whatever the price is. */
    ANY;

    boolean accepts(Price asked, Price current) {
        return switch (this) {
            case NONE -> current.sameValueAs(asked);
            case HIGHER -> !asked.isHigherThan(current);
            case ANY -> true;
        };
    }
}
