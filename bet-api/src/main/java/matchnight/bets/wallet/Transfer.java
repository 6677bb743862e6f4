package matchnight.bets.wallet;

import java.time.Instant;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.Operation;
import matchnight.ledger.money.Money;
import matchnight.ledger.posting.Movement;

/** Which way money crosses the wallet's edge. */
public enum Transfer {
    DEPOSIT(Operation.DEPOSIT),
    WITHDRAWAL(Operation.WITHDRAWAL);

    private final Operation operation;

    Transfer(Operation operation) {
        this.operation = operation;
    }

    Operation operation() {
        return operation;
    }

    /** What it does to the available balance, in minor units. */
    long change(Money amount) {
        return this == DEPOSIT ? amount.minorUnits() : -amount.minorUnits();
    }

    boolean needsCover() {
        return this == WITHDRAWAL;
    }

    Movement movement(AccountId accountId, UUID transactionId, Money amount, Instant happenedAt) {
        return switch (this) {
            case DEPOSIT -> Movement.deposit(accountId, transactionId, amount.minorUnits(), happenedAt);
            case WITHDRAWAL -> Movement.withdrawal(accountId, transactionId, amount.minorUnits(), happenedAt);
        };
    }
}
