package matchnight.bets.wallet;

import matchnight.bets.commit.AccountCommand;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.RequestHash;
import matchnight.ledger.money.Money;

/** A deposit or withdrawal, valid in form. */
public record MoveFunds(Transfer transfer, IdempotencyKey key, AccountId accountId, Money amount)
        implements AccountCommand {

    public MoveFunds {
        if (!amount.isPositive()) {
            throw new IllegalArgumentException("An amount to move is positive");
        }
    }

    @Override
    public KeyScope scope() {
        return new KeyScope(accountId, transfer.operation(), key);
    }

    RequestHash requestHash() {
        return RequestHash.ofCanonicalText("transfer/1|" + transfer + "|" + amount);
    }
}
