package matchnight.ledger.market;

import matchnight.ledger.OpaqueId;

/** Names an event, such as a match; its markets open and close with it. */
public record EventId(String value) implements Comparable<EventId> {

    /**
     * Checks the id.
     *
     * @throws IllegalArgumentException if the text is no {@link OpaqueId}
     */
    public EventId {
        OpaqueId.requireValid(value);
    }

    @Override
    public int compareTo(EventId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
