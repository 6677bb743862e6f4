package matchnight.bench.browser;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import matchnight.stack.testing.TestNeeds;

/**
 * The machine's Chromium and the driver that its distribution ships with it. Nothing is downloaded: tests skip themselves where
 * one of them is missing, unless the environment demands {@code chromium}.
 */
public record InstalledChromium(Path browser, Path driver) {

    /** What a test says that skips itself. */
    public static final String MISSING =
            "no chromium with its chromedriver is installed: apt-get install chromium chromium-driver";

    private static final String NEED = "chromium";

    /** Both programs; empty where one is missing and neither is required. */
    public static Optional<InstalledChromium> find() {
        Optional<InstalledChromium> found = onPath("chromium", "chromium-browser", "google-chrome")
                .flatMap(browser -> onPath("chromedriver").map(driver -> new InstalledChromium(browser, driver)));
        if (found.isEmpty()) {
            TestNeeds.refuseToSkip(NEED, MISSING);
        }
        return found;
    }

    private static Optional<Path> onPath(String... names) {
        String path = System.getenv("PATH");
        List<String> directories = path == null ? List.of() : Arrays.asList(path.split(File.pathSeparator, -1));
        return Arrays.stream(names)
                .flatMap(name -> directories.stream().map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
