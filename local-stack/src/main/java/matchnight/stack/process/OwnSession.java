package matchnight.stack.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Keeps a child out of the terminal's process group, so that Ctrl-C reaches its starter alone, which stops things in order. */
public final class OwnSession {

    /** Words before a command that make it the leader of a session of its own, under the same pid. */
    public static final List<String> PREFIX = prefix();

    private OwnSession() {}

    private static List<String> prefix() {
        for (String directory : List.of("/usr/bin", "/bin")) {
            Path setsid = Path.of(directory, "setsid");
            if (Files.isExecutable(setsid)) {
                return List.of(setsid.toString());
            }
        }
        return List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec { $ARGV[0] } @ARGV or die $!");
    }
}
