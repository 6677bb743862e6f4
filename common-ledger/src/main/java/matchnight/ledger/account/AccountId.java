package matchnight.ledger.account;

import matchnight.ledger.OpaqueId;

/** Names an account: the owner of one balance row in one currency. */
public record AccountId(String value) implements Comparable<AccountId> {

    /**
     * Checks the id.
     *
     * @throws IllegalArgumentException if the text is no {@link OpaqueId}
     */
    public AccountId {
        OpaqueId.requireValid(value);
    }

    @Override
    public int compareTo(AccountId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
