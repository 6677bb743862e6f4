package matchnight.stack;

/** A moment between two looks at something that is about to change. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackFailure("interrupted while waiting", e);
        }
    }
}
