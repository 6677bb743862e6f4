package matchnight.ledger.schema;

/** The database is not at the version that this build needs; the service must not start. */
public final class SchemaMismatchException extends RuntimeException {

    SchemaMismatchException(String required, String found) {
        super("This build needs schema version " + required + " and found " + found
                + (isBehind(required, found) ? ": run the migrations first" : ": deploy a newer build"));
    }

    private static boolean isBehind(String required, String found) {
        return found.equals("none") || Integer.parseInt(found) < Integer.parseInt(required);
    }
}
