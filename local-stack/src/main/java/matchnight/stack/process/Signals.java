package matchnight.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends what {@link ProcessHandle} cannot: any signal by name. */
final class Signals {

    private Signals() {}

    static void send(String name, long pid) {
        ProcessBuilder kill = new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + pid)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        try {
            kill.start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
