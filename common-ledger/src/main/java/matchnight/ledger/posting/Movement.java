package matchnight.ledger.posting;

import java.time.Instant;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import org.jspecify.annotations.Nullable;

/**
 * One movement of an account's money that is still to be written, in minor units of the account's currency.
 *
 * @param settlementVersion which settlement of the bet moved it; absent for the reservation of its stake
 * @param happenedAt when the cause happened, which may be before it is written
 */
public record Movement(
        AccountId accountId,
        EntryKind kind,
        long availableChange,
        long reservedChange,
        @Nullable UUID betId,
        @Nullable Integer settlementVersion,
        @Nullable UUID transactionId,
        Instant happenedAt) {

    /** Moves a stake from available to reserved. */
    public static Movement stakeReserved(AccountId accountId, UUID betId, long stake, Instant happenedAt) {
        return new Movement(accountId, EntryKind.STAKE_RESERVED, -stake, stake, betId, null, null, happenedAt);
    }

    /** A movement of a bet's money by one of its settlements. */
    public static Movement ofSettlement(
            AccountId accountId,
            EntryKind kind,
            long availableChange,
            long reservedChange,
            UUID betId,
            int settlementVersion,
            Instant happenedAt) {
        return new Movement(
                accountId, kind, availableChange, reservedChange, betId, settlementVersion, null, happenedAt);
    }

    public static Movement deposit(AccountId accountId, UUID transactionId, long amount, Instant happenedAt) {
        return new Movement(accountId, EntryKind.DEPOSIT, amount, 0, null, null, transactionId, happenedAt);
    }

    public static Movement withdrawal(AccountId accountId, UUID transactionId, long amount, Instant happenedAt) {
        return new Movement(accountId, EntryKind.WITHDRAWAL, -amount, 0, null, null, transactionId, happenedAt);
    }
}
