package matchnight.ledger.market;

import matchnight.ledger.OpaqueId;

/** Names a selection within its market. */
public record SelectionId(String value) implements Comparable<SelectionId> {

    /**
     * Checks the id.
     *
     * @throws IllegalArgumentException if the text is no {@link OpaqueId}
     */
    public SelectionId {
        OpaqueId.requireValid(value);
    }

    @Override
    public int compareTo(SelectionId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
