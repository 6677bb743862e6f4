package matchnight.bets.placement;

/** Every business reason to refuse a bet; each is stored under the key and answered again to a retry. */
public enum RefusalCode {
    UNKNOWN_ACCOUNT,
    ACCOUNT_SUSPENDED,
    SELF_EXCLUDED,
    ACCOUNT_CLOSED,
    CURRENCY_MISMATCH,
    UNKNOWN_MARKET,
    UNKNOWN_SELECTION,
    CORRELATED_LEGS,
    EACH_WAY_NOT_OFFERED,
    MARKET_NOT_OPEN,
    PRICE_CHANGED,
    STAKE_TOO_LOW,
    STAKE_TOO_HIGH,
    LIABILITY_LIMIT,
    INSUFFICIENT_FUNDS
}
