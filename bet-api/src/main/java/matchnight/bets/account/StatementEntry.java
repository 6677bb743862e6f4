package matchnight.bets.account;

import java.time.Instant;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.money.CurrencyCode;
import org.jspecify.annotations.Nullable;

/**
 * One ledger entry. Changes and the balances after it are minor units of the account's currency.
 *
 * @param happenedAt when what it is about happened
 * @param writtenAt when it was written, under the account's lock
 */
public record StatementEntry(
        AccountId accountId,
        CurrencyCode currency,
        long version,
        String kind,
        @Nullable UUID betId,
        @Nullable Integer settlementVersion,
        @Nullable UUID transactionId,
        long availableChange,
        long reservedChange,
        long available,
        long reserved,
        Instant happenedAt,
        Instant writtenAt) {}
