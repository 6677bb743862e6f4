package matchnight.bench.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A root directory with the machine's programs in it, which commands of an image run in. Needs Linux and its root. */
record Namespace(Path root, Path enter) {

    static final String ROOT_USER = "0:0";

    /** Whether this process may make one. */
    static boolean isPossible() {
        try {
            Process probe = new ProcessBuilder("unshare", "--mount", "mount", "--make-rprivate", "/")
                    .redirectErrorStream(true)
                    .start();
            probe.getInputStream().readAllBytes();
            return probe.waitFor() == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static Namespace in(Path root) throws IOException {
        Path enter = Files.createTempFile(root.getParent(), "enter", "");
        try (var script = Namespace.class.getResourceAsStream("enter")) {
            Files.write(enter, java.util.Objects.requireNonNull(script).readAllBytes());
        }
        return new Namespace(root, enter);
    }

    /** What to run outside to have a command run inside. */
    List<String> command(
            String directory, String user, boolean readOnly, Map<String, String> environment, List<String> command) {
        List<String> words = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "sh",
                enter.toString(),
                root.toString(),
                System.getProperty("java.home"),
                directory,
                user,
                readOnly ? "ro" : "rw"));
        environment.forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(command);
        return words;
    }

    /** A finished command: its exit code and everything it wrote. */
    record Finished(int exitCode, String output) {}

    static Finished run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException(command + " does not end");
            }
            return new Finished(process.exitValue(), output);
        } finally {
            process.destroyForcibly();
        }
    }
}
