package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import matchnight.stack.process.Directories;

/**
 * Runs programs that refuse root, when we are root.
 *
 * <p>A user namespace of its own makes the program see another user while it keeps root's access to files. Where the kernel
 * or a container forbids that, the program runs as {@code nobody}, and its directory is given to that user.
 */
enum UnprivilegedUser {
    /** We are no root: programs run as we do. */
    OURSELVES,
    NAMESPACE,
    NOBODY;

    private static final int NOBODY_ID = 65_534;

    /** The way that works on this machine, found out once. */
    static UnprivilegedUser current() {
        return Choice.MADE;
    }

    private static final class Choice {
        private static final UnprivilegedUser MADE = choose();
    }

    private static UnprivilegedUser choose() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return OURSELVES;
        }
        if (succeeds(NAMESPACE.command(List.of("true")))) {
            return NAMESPACE;
        }
        if (succeeds(NOBODY.command(List.of("true")))) {
            return NOBODY;
        }
        throw new StackFailure("PostgreSQL refuses to run as root, and neither unshare --user nor setpriv works here."
                + " Run as another user.");
    }

    List<String> command(List<String> command) {
        List<String> whole = new ArrayList<>(prefix());
        whole.addAll(command);
        return whole;
    }

    private List<String> prefix() {
        return switch (this) {
            case OURSELVES -> List.of();
            case NAMESPACE -> List.of("unshare", "--user");
            case NOBODY -> List.of("setpriv", "--reuid=" + NOBODY_ID, "--regid=" + NOBODY_ID, "--clear-groups");
        };
    }

    /** Makes a new, empty directory that the programs own. */
    void createDirectory(Path directory) {
        Directories.createPrivate(directory);
        if (this == NOBODY) {
            give(directory);
        }
    }

    /** Lets the programs pass through a directory of ours, without seeing what else is in it. */
    void letThrough(Path directory) {
        if (this != NOBODY) {
            return;
        }
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void give(Path file) {
        if (this != NOBODY) {
            return;
        }
        try {
            Files.setAttribute(file, "unix:uid", NOBODY_ID);
            Files.setAttribute(file, "unix:gid", NOBODY_ID);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        requireReachable(file);
    }

    private void requireReachable(Path file) {
        if (!succeeds(command(List.of("test", "-r", file.toString())))) {
            throw new StackFailure("PostgreSQL runs as nobody here and cannot reach " + file
                    + ". Set MATCHNIGHT_HOME to a directory that every user may enter.");
        }
    }

    private static boolean succeeds(List<String> command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
