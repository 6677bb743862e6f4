package matchnight.stack;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The directory that holds the built modules. */
public final class ProjectRoot {

    private ProjectRoot() {}

    /** Where the system property {@code matchnight.root} says, else above this class's own jar or directory. */
    public static Path find() {
        String given = System.getProperty("matchnight.root");
        if (given != null) {
            return Path.of(given);
        }
        for (Path candidate = ownLocation(); candidate != null; candidate = candidate.getParent()) {
            if (Files.exists(candidate.resolve("bet-api/pom.xml"))) {
                return candidate;
            }
        }
        throw new StackFailure("cannot find the project's root; set -Dmatchnight.root=DIRECTORY");
    }

    private static @Nullable Path ownLocation() {
        try {
            return Path.of(ProjectRoot.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
