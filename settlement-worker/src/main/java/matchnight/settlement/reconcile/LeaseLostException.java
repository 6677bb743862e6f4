package matchnight.settlement.reconcile;

/** Another worker goes on with the run; what this one has seen since its last commit is not kept. */
final class LeaseLostException extends RuntimeException {

    LeaseLostException(long epoch) {
        super("Another worker reconciles since epoch " + epoch);
    }
}
