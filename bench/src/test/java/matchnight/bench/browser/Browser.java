package matchnight.bench.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import matchnight.stack.process.Directories;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium with one page, whose console and requests are written down. */
public final class Browser implements AutoCloseable {

    private static final Duration SCRIPT_LIMIT = Duration.ofSeconds(60);
    private static final Duration PAGE_LIMIT = Duration.ofSeconds(30);

    /** WCAG 2.2 at the levels A and AA, and what axe calls best practice. */
    private static final String CHECK_ACCESSIBILITY = """
            const done = arguments[arguments.length - 1];
            axe.run(document, {
              resultTypes: ['violations'],
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
            }).then(
              (found) => done(found.violations.map((one) => `${one.id}: ${one.help}: `
                + one.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; '))),
              (failed) => done([String(failed)]));
            """;

    // It warns of every browser that is newer than it knows; what we use of the protocol is older than both.
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final Path scratch;
    private final ChromeDriver driver;

    private Browser(Path scratch, ChromeDriver driver) {
        this.scratch = scratch;
        this.driver = driver;
    }

    public static Browser start(InstalledChromium installed) {
        SELENIUM.setLevel(Level.SEVERE);
        // Its processes are known by this directory.
        Path scratch = Directories.createScratch("matchnight-chromium-");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(installed.driver().toFile())
                .usingAnyFreePort()
                .withLogFile(scratch.resolve("chromedriver.log").toFile())
                .build();
        try {
            ChromeDriver driver = new ChromeDriver(service, options(installed, scratch));
            driver.manage().timeouts().scriptTimeout(SCRIPT_LIMIT).pageLoadTimeout(PAGE_LIMIT);
            return new Browser(scratch, driver);
        } catch (RuntimeException e) {
            service.stop();
            Directories.delete(scratch);
            throw e;
        }
    }

    private static ChromeOptions options(InstalledChromium installed, Path scratch) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(installed.browser().toFile());
        // Root may not have a sandbox, and a container's /dev/shm is small.
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--user-data-dir=" + scratch.resolve("profile"));
        options.setCapability("goog:loggingPrefs", logs);
        return options;
    }

    public void open(String url) {
        driver.get(url);
    }

    /** Has the page see a screen of this size, in CSS pixels. */
    public void resize(int width, int height, double pixelsPerPixel, boolean isPhone) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", pixelsPerPixel, "mobile", isPhone));
    }

    public void prefersDark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Presses keys, wherever the focus is: texts letter by letter, and Selenium's keys. */
    public void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** What a script returns. */
    public @Nullable Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    public String text(String script, Object... arguments) {
        return String.valueOf(run(script, arguments));
    }

    public double number(String script, Object... arguments) {
        return ((Number) Objects.requireNonNull(run(script, arguments), script)).doubleValue();
    }

    public boolean isTrue(String script, Object... arguments) {
        return Boolean.TRUE.equals(run(script, arguments));
    }

    /** What axe finds against WCAG 2.2 A and AA, a line each. */
    public List<String> accessibilityFaults() {
        if (!isTrue("return typeof axe === 'object'")) {
            run(axe());
        }
        List<String> faults = new ArrayList<>();
        if (driver.executeAsyncScript(CHECK_ACCESSIBILITY) instanceof List<?> found) {
            found.forEach(fault -> faults.add(String.valueOf(fault)));
        }
        return faults;
    }

    private static String axe() {
        try (InputStream script = Browser.class.getClassLoader().getResourceAsStream("axe.min.js")) {
            return new String(Objects.requireNonNull(script, "axe.min.js").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the console has complained of since it was asked last. */
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** The addresses that the page has asked for since this was asked last, without the browser's own pages. */
    public List<String> requests() {
        List<String> urls = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = JsonMapper.shared().readTree(entry.getMessage()).path("message");
            if (message.path("method").asString("").equals("Network.requestWillBeSent")) {
                String url = message.path("params").path("request").path("url").asString("");
                if (!url.startsWith("chrome:")) {
                    urls.add(url);
                }
            }
        }
        return urls;
    }

    public void screenshot(Path file) {
        try {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
        Directories.delete(scratch);
    }
}
