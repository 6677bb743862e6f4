package matchnight.ledger.idempotency;

import java.util.Comparator;
import matchnight.ledger.account.AccountId;

/** A key where it means something: within the account whose money moves, and the operation. */
public record KeyScope(AccountId accountId, Operation operation, IdempotencyKey key) implements Comparable<KeyScope> {

    private static final Comparator<KeyScope> ORDER = Comparator.comparing(KeyScope::accountId)
            .thenComparing(KeyScope::operation)
            .thenComparing(scope -> scope.key().value());

    @Override
    public int compareTo(KeyScope other) {
        return ORDER.compare(this, other);
    }

    /** One text a scope: neither an account id nor an operation contains the separator. */
    String text() {
        return accountId.value() + " " + operation + " " + key.value();
    }
}
