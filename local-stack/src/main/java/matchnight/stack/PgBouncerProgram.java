package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PgBouncer as this machine has it installed.
 *
 * @param path the program
 * @param major of its version, as is {@code minor}
 */
public record PgBouncerProgram(Path path, int major, int minor) {

    /** Names the program where it is neither on the path nor in a usual place. */
    public static final String VARIABLE = "MATCHNIGHT_PGBOUNCER";

    /** What to say where there is none. */
    public static final String MISSING =
            "no pgbouncer is installed: apt-get install pgbouncer, or name one in " + VARIABLE;

    private static final String NAME = "pgbouncer";
    // Daemons' directories are seldom on a user's path.
    private static final List<String> USUAL_DIRECTORIES =
            List.of("/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin");
    private static final Pattern VERSION = Pattern.compile("PgBouncer (\\d+)\\.(\\d+)");

    /**
     * The installed program, if there is one.
     *
     * @throws StackFailure when {@value #VARIABLE} names something else
     */
    public static Optional<PgBouncerProgram> find() {
        String given = System.getenv(VARIABLE);
        if (given != null && !given.isBlank()) {
            return Optional.of(of(Path.of(given)));
        }
        return candidates().stream().filter(Files::isExecutable).findFirst().map(PgBouncerProgram::of);
    }

    /** Whether it prepares its clients' statements again on every server connection: since 1.21. */
    public boolean keepsPreparedStatements() {
        return major > 1 || minor >= 21;
    }

    /** A service told what this version asks of its clients. */
    ServiceLaunch told(ServiceLaunch launch) {
        return keepsPreparedStatements() ? launch : launch.with("MATCHNIGHT_DATABASE_PREPARE_THRESHOLD", "0");
    }

    /** The file in {@code ops/pgbouncer} with the settings for this version. */
    String settingsFile() {
        return keepsPreparedStatements() ? "pgbouncer-1.21.ini" : "pgbouncer-1.18.ini";
    }

    public String version() {
        return major + "." + minor;
    }

    private static List<Path> candidates() {
        List<Path> candidates = new ArrayList<>();
        String path = System.getenv("PATH");
        for (String directory : path == null ? new String[0] : path.split(java.io.File.pathSeparator, -1)) {
            candidates.add(Path.of(directory, NAME));
        }
        USUAL_DIRECTORIES.forEach(directory -> candidates.add(Path.of(directory, NAME)));
        return candidates;
    }

    private static PgBouncerProgram of(Path path) {
        String answer = versionAnswer(path);
        Matcher version = VERSION.matcher(answer);
        if (!version.find()) {
            throw new StackFailure(path + " is no PgBouncer: it says \"" + answer.strip() + "\"");
        }
        return new PgBouncerProgram(path, Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2)));
    }

    private static String versionAnswer(Path path) {
        try {
            Process asked = new ProcessBuilder(path.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be run", e);
        }
    }
}
