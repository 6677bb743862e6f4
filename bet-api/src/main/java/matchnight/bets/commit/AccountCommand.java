package matchnight.bets.commit;

import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.KeyScope;

/** Something asked of one account under one key. */
public interface AccountCommand {

    AccountId accountId();

    /** The key, with the account and the operation that it belongs to. */
    KeyScope scope();
}
