package matchnight.bench.placement;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Says on standard error how far a run is, with the time since its start. */
public final class Progress {

    private final PrintStream out;
    private final long startNanos = System.nanoTime();

    public Progress(PrintStream out) {
        this.out = out;
    }

    public void say(String text) {
        long seconds = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
        out.printf(Locale.ROOT, "[%02d:%02d] %s%n", seconds / 60, seconds % 60, text);
    }
}
