package matchnight.bets.account;

import java.time.Instant;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/**
 * An account without its balance.
 *
 * @param state as it is now: a state whose end has passed reads ACTIVE
 * @param until when the state ends by itself
 * @param reason why it was set
 */
public record Account(
        AccountId accountId,
        CurrencyCode currency,
        AccountState state,
        @Nullable Instant until,
        @Nullable String reason,
        Instant createdAt) {}
