package matchnight.ledger.market;

import matchnight.ledger.OpaqueId;

/** Names a market: one question of an event, with the selections that answer it. */
public record MarketId(String value) implements Comparable<MarketId> {

    /**
     * Checks the id.
     *
     * @throws IllegalArgumentException if the text is no {@link OpaqueId}
     */
    public MarketId {
        OpaqueId.requireValid(value);
    }

    @Override
    public int compareTo(MarketId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
