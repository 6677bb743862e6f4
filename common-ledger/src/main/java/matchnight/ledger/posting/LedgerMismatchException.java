package matchnight.ledger.posting;

/** A balance row was not what the entries were numbered from. Nothing may be committed; somebody wrote past the locks. */
public final class LedgerMismatchException extends RuntimeException {

    LedgerMismatchException(int expectedEffects, int writtenEffects) {
        super("Only " + writtenEffects + " of " + expectedEffects + " effects matched the locked balances");
    }
}
