package matchnight.bets.commit;

/** What one turn did with one command. */
public sealed interface Decision<O> {

    /** It has its outcome, which is committed. */
    record Made<O>(O outcome) implements Decision<O> {}

    /** Somebody else holds the account's balance row at this moment; nothing was done for this command. */
    record BalanceHeld<O>() implements Decision<O> {}
}
