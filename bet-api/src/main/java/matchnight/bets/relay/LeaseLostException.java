package matchnight.bets.relay;

/** Another relay leads: the cursor no longer bears this one's epoch. What was sent stays sent, under the same ids. */
final class LeaseLostException extends RuntimeException {

    LeaseLostException(String intention, long epoch) {
        super("Could not " + intention + " the relay's cursor: the lease of epoch " + epoch + " is lost");
    }
}
