package matchnight.stack;

import java.nio.file.Path;
import matchnight.stack.process.Directories;
import org.jspecify.annotations.Nullable;

/** The directory outside the source tree that holds what the stack keeps: data, logs, passwords, keys, and who runs. */
public record StackHome(Path root) {

    /** Names another home than the usual one. */
    public static final String VARIABLE = "MATCHNIGHT_HOME";

    public StackHome {
        root = root.toAbsolutePath().normalize();
    }

    /**
     * {@code MATCHNIGHT_HOME}, else {@code matchnight} in the user's state directory; in {@code /var/lib} for a root whose
     * PostgreSQL has to run as somebody else, who could not enter root's own directories.
     */
    public static StackHome ofUser() {
        String home = System.getenv(VARIABLE);
        return new StackHome(isGiven(home) ? Path.of(home) : stateDirectory().resolve("matchnight"));
    }

    private static Path stateDirectory() {
        if (UnprivilegedUser.current() == UnprivilegedUser.NOBODY) {
            return Path.of("/var/lib");
        }
        String state = System.getenv("XDG_STATE_HOME");
        return isGiven(state) ? Path.of(state) : Path.of(System.getProperty("user.home"), ".local", "state");
    }

    private static boolean isGiven(@Nullable String variable) {
        return variable != null && !variable.isBlank();
    }

    StackHome create() {
        for (Path directory : new Path[] {root, data(), logs(), secrets(), programs()}) {
            Directories.createPrivate(directory);
        }
        for (Path directory : new Path[] {root, data(), programs()}) {
            UnprivilegedUser.current().letThrough(directory);
        }
        return this;
    }

    /** What {@code down --wipe} removes along with the secrets and the logs. */
    Path data() {
        return root.resolve("data");
    }

    public Path logs() {
        return root.resolve("logs");
    }

    Path secrets() {
        return root.resolve("secrets");
    }

    /** Unpacked programs, which survive a wipe: they are the same for everybody. */
    Path programs() {
        return root.resolve("programs");
    }

    Path passwords() {
        return secrets().resolve("passwords.properties");
    }

    Path lock() {
        return root.resolve("stack.lock");
    }

    Path record() {
        return root.resolve("stack.json");
    }

    Path log(String name) {
        return logs().resolve(name + ".log");
    }

    void wipe() {
        Directories.delete(data());
        Directories.delete(secrets());
        Directories.delete(logs());
    }
}
