package matchnight.ledger.account;

import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;

/**
 * What an account holds after the entry of its {@code version}, in minor units.
 *
 * @param available what may be staked or withdrawn; below zero only after a correction took what was spent already
 * @param reserved what open bets hold; never below zero
 * @param version the number of the account's newest entry; 0 before the first
 */
public record AccountBalance(AccountId accountId, CurrencyCode currency, long available, long reserved, long version) {

    /** The most an account may hold, so that no sum of balances and returns leaves 64 bits. */
    public static final long MAX_MINOR_UNITS = 1_000_000_000_000_000_000L;

    /** What the account owes: how far {@code available} is below zero. */
    public Money debt() {
        return new Money(Math.max(0, Math.negateExact(available)), currency);
    }
}
