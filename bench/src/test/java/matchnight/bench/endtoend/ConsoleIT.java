package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import matchnight.bench.browser.Browser;
import matchnight.bench.browser.InstalledChromium;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The console in a real browser, in the middle of a burst, used as a person uses it who has no mouse. */
class ConsoleIT {

    private static final Duration RESTARTED_WITHIN = Duration.ofMinutes(3);

    private static final String EVERYTHING_SAVED = """
            return JSON.stringify([localStorage, sessionStorage, document.cookie, location.href,
                                   document.documentElement.outerHTML]);
            """;

    private static final String INK = """
            const canvas = document.querySelector(`#curve-${arguments[0]} canvas`);
            const hex = getComputedStyle(document.documentElement).getPropertyValue(`--curve-${arguments[1]}`).trim();
            const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            let inked = 0;
            for (let i = 0; i < pixels.length; i += 4) {
              if (Math.abs(pixels[i] - r) < 24 && Math.abs(pixels[i + 1] - g) < 24 && Math.abs(pixels[i + 2] - b) < 24
                  && pixels[i + 3] > 128) inked++;
            }
            return inked;
            """;

    private static final String SAMPLES_SHOWN =
            "return Number(document.querySelector('#curve-latency .chart').getAttribute('aria-valuemax'))";

    private static final String OVERFLOW =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";

    private static final String VALUE_TEXT = "return document.activeElement.getAttribute('aria-valuetext')";

    @SuppressWarnings("NullAway.Init")
    private static ConsoleNight night;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    /** Complaints of the console that a test has provoked. */
    private final List<String> provoked = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        Optional<InstalledChromium> chromium = InstalledChromium.find();
        assumeTrue(chromium.isPresent(), InstalledChromium.MISSING);
        night = ConsoleNight.start();
        browser = Browser.start(chromium.get());
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (night != null) {
            night.close();
        }
    }

    @BeforeEach
    void onADesk() {
        browser.resize(1280, 900, 1, false);
        browser.prefersDark(false);
    }

    @AfterEach
    void nothingIsComplainedOfAndNobodyElseIsAsked() {
        assertThat(browser.complaints())
                .filteredOn(complaint -> provoked.stream().noneMatch(complaint::contains))
                .isEmpty();
        String own = night.product.settlementWorker.url() + "/";
        assertThat(browser.requests())
                .isNotEmpty()
                .allMatch(url -> url.startsWith(own) || url.startsWith("data:"), "from the worker itself: " + own);
    }

    private static ConsolePage openConsole() {
        return ConsolePage.open(browser, night.consoleUrl(), night.token("ops", "results"));
    }

    @Test
    void theTokenIsKeptInThePagesMemoryAlone() {
        String token = night.token("ops");
        ConsolePage console = ConsolePage.open(browser, night.consoleUrl(), token);
        assertThat(browser.text(EVERYTHING_SAVED)).doesNotContain(token).startsWith("[{},{},\"\"");

        ConsolePage reloaded = ConsolePage.load(browser, night.consoleUrl());
        assertThat(reloaded.connection()).isEqualTo("Not connected");
        provoked.add("401");
        reloaded.enter("nobody's token");
        reloaded.await(
                "the refusal is told", () -> console.connection().equals("The token is not valid or has expired"));
        assertThat(reloaded.focused()).isEqualTo("Bearer token");
    }

    @Test
    void theCurvesAreDrawnAndGrowAndTheListsFill() {
        ConsolePage console = openConsole();
        double samples = browser.number(SAMPLES_SHOWN);
        console.await("three more samples", () -> browser.number(SAMPLES_SHOWN) >= samples + 3);

        assertThat(browser.number(INK, "latency", 2)).as("pixels of p99").isGreaterThan(20);
        assertThat(browser.number(INK, "rate", 3)).as("pixels of settled").isGreaterThan(20);
        assertThat(browser.number(INK, "backlog", 5))
                .as("pixels of backlog age")
                .isGreaterThan(20);
        console.await("placements and settlements", () -> perSecond("placements") > 0 && perSecond("settled") > 0);
        assertThat(console.tile("taking")).isEqualTo("taken");
        console.await(
                "a market is seen half done", () -> console.list("markets").contains("going on"));
        console.await("a lease is seen", () -> console.rows("leases") > 0);
        assertThat(console.tile("partitions")).endsWith("days");
        assertThat(console.tile("replica")).isEqualTo("no replica");
    }

    private static double perSecond(String series) {
        Matcher value = Pattern.compile(series + " ([\\d.,]+) /s")
                .matcher(browser.text("return document.querySelector('#curve-rate figcaption').textContent"));
        return value.find() ? Double.parseDouble(value.group(1).replace(",", "")) : 0;
    }

    @Test
    void theTimeAxisIsReadByKeys() {
        ConsolePage console = openConsole();
        console.await("some samples", () -> browser.number(SAMPLES_SHOWN) >= 5);
        console.tabTo("Placement latency");
        String latest = browser.text(VALUE_TEXT);
        assertThat(latest).matches("\\d\\d:\\d\\d:\\d\\d: p50 .* ms, p99 .* ms");
        browser.press(Keys.HOME);
        String first = browser.text(VALUE_TEXT);
        assertThat(first).isNotEqualTo(latest);
        browser.press(Keys.ARROW_RIGHT);
        assertThat(browser.text(VALUE_TEXT)).isGreaterThan(first);
        // What is pointed at stays, and is said once, however many samples come.
        String pointed = browser.text(VALUE_TEXT);
        double samples = browser.number(SAMPLES_SHOWN);
        console.await(
                "a sample later",
                () -> browser.number(
                                "return Number(document.querySelector('#curve-rate .chart').getAttribute('aria-valuemax'))")
                        > samples);
        assertThat(browser.text(VALUE_TEXT)).isEqualTo(pointed);
    }

    @Test
    void theFirstTabLeadsPastTheCurvesToTheLists() {
        ConsolePage.load(browser, night.consoleUrl());
        browser.press(Keys.TAB);
        assertThat(browser.text("return document.activeElement.textContent")).isEqualTo("Skip to the lists");
        browser.press(Keys.ENTER);
        browser.press(Keys.TAB);
        assertThat(browser.text("return document.activeElement.textContent")).isEqualTo("Pause all settlement");
    }

    @Test
    void allSettlementIsPausedAndResumedByKeysAlone() {
        ConsolePage console = openConsole();
        console.begin("Pause all settlement");
        assertThat(console.preview()).contains("with a backlog", "No money moves");
        console.press("Pause");
        assertThat(console.isDialogOpen()).as("no reason, no pause").isTrue();
        console.tabTo("Reason");
        console.giveReason("the feed contradicts itself", "Pause");
        console.awaitDone("Paused: all settlement");
        assertThat(console.focused()).as("the focus is back").isEqualTo("Pause all settlement");
        console.await("the pause is listed", () -> console.list("pauses").contains("the feed contradicts itself"));

        console.begin("Resume all settlement");
        console.giveReason("the feed is whole again", "Resume");
        console.awaitDone("Resumed: all settlement");
        console.await("the pause is gone", () -> !console.list("pauses").contains("the feed contradicts itself"));
    }

    @Test
    void aReplayRunsDryFirstAndShowsWhatWouldMove() {
        ConsolePage console = openConsole();
        console.begin("Replay Ferry Lane v Old Boys*");
        console.giveReason("checked with the feed", "Show what would move");
        console.await("the dry run is shown", () -> console.preview().contains("Dry run at version 1"));
        assertThat(console.preview())
                .contains("12 bets looked at, 12 would be settled again", "GBP", "60.00", "-24.00", "bettor-1");
        assertThat(settlements(ConsoleNight.HELD_BACK)).as("nothing has moved").isZero();
        // The next key goes nowhere: nobody runs what they have not seen.
        browser.press(Keys.ENTER);
        assertThat(console.isDialogOpen()).isTrue();
        console.press("Replay now");
        console.awaitDone("Replay of market held-back has begun");

        console.begin("Resume Ferry Lane v Old Boys*");
        assertThat(console.preview()).contains("Goes on where it stopped");
        console.giveReason("the referee has confirmed", "Resume");
        console.awaitDone("Resumed: market held-back");
        console.await("its bets are settled", () -> settlements(ConsoleNight.HELD_BACK) == ConsoleNight.HELD_BACK_BETS);
    }

    private static long settlements(String marketId) {
        return night.product.count("""
                SELECT count(*) FROM bet_settlement JOIN bet_leg USING (bet_id) WHERE market_id = ?
                """, marketId);
    }

    @Test
    void anOverdueHoldIsVoidedAfterShowingTheStakeThatGoesBack() {
        ConsolePage console = openConsole();
        console.await("the hold is listed", () -> console.rows("holds") == 1);
        console.begin("Void *");
        assertThat(console.preview()).contains("+2.00 GBP", "-2.00 GBP", "cannot be undone");
        console.giveReason("the match was abandoned", "Void the bet");
        console.awaitDone("Voided: 2.00 GBP went back to bettor-1");
        console.await("the hold is gone", () -> console.rows("holds") == 0);
    }

    @Test
    void aDeadLetterIsRetriedAndWhatFailsSaysWhy() {
        ConsolePage console = openConsole();
        console.await("the letter is listed", () -> console.list("deadLetters").contains("UNKNOWN_MARKET"));
        console.begin("Retry *");
        assertThat(console.preview()).contains("\"marketId\":\"unheard-of\"", "market-results");
        console.giveReason("the market has been put up", "Retry");
        console.await("the refusal is told", () -> console.problem().startsWith("Still refused: "));
        assertThat(console.isDialogOpen()).isTrue();

        night.putUp(
                ConsoleNight.UNHEARD_OF, "Somewhere v Elsewhere", Instant.now().plus(Duration.ofHours(1)));
        console.press("Retry");
        console.awaitDone("Retried: STORED");
        console.await("the letter is gone", () -> console.rows("deadLetters") == 0);
    }

    @Test
    void aConflictIsResolvedForTheOtherContent() {
        ConsolePage console = openConsole();
        console.await("the incident is listed", () -> console.list("incidents").contains("disputed@1"));
        console.begin("Resolve RESULT_CONFLICT of disputed@1");
        assertThat(console.preview()).contains("CONFIRMED", "H WON", "H LOST", "looked at again");
        console.giveReason("the league has decided", "Decide");
        console.await("a choice is asked for", () -> console.problem().equals("Choose what counts."));
        console.tabTo("What counts now*");
        browser.press(Keys.SPACE, Keys.ARROW_DOWN);
        console.press("Decide");
        console.awaitDone("Resolved: TAKE_OTHER for disputed@1");
        console.await("the incident is gone", () -> console.rows("incidents") == 0);
    }

    @Test
    void whoMayOnlyLookIsToldWhatTheyLack() {
        ConsolePage console = ConsolePage.open(browser, night.consoleUrl(), night.token("ops"));
        provoked.add("403");
        console.begin("Pause all settlement");
        console.giveReason("curiosity", "Pause");
        console.await(
                "the refusal is told",
                () -> console.problem().equals("The token lacks the scope that this call needs"));
        browser.press(Keys.ESCAPE);
        assertThat(console.isDialogOpen()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "phone, light, 390,  844,  2, true",
        "phone, dark,  390,  844,  2, true",
        "wall,  light, 1920, 1080, 1, false",
        "wall,  dark,  1920, 1080, 1, false"
    })
    void itIsReadableAndAccessible(
            String screen, String scheme, int width, int height, double pixelsPerPixel, boolean isPhone) {
        browser.resize(width, height, pixelsPerPixel, isPhone);
        browser.prefersDark(scheme.equals("dark"));
        ConsolePage console = openConsole();
        console.press("2 min");
        console.await("a full picture", () -> browser.number(SAMPLES_SHOWN) >= 20 && console.rows("markets") >= 2);

        assertThat(browser.number(OVERFLOW))
                .as("pixels beyond the screen's width")
                .isLessThanOrEqualTo(0);
        browser.screenshot(Path.of("target", "console", screen + "-" + scheme + ".png"));
        assertThat(browser.accessibilityFaults()).isEmpty();

        console.begin("Pause all settlement");
        assertThat(browser.number(OVERFLOW)).isLessThanOrEqualTo(0);
        assertThat(browser.accessibilityFaults()).as("with the dialog open").isEmpty();
        browser.press(Keys.ESCAPE);
    }

    @Test
    void aBrokenStreamIsSeenAndOpensAgain() {
        ConsolePage console = openConsole();
        provoked.addAll(List.of(
                "ERR_CONNECTION_REFUSED",
                "ERR_INCOMPLETE_CHUNKED_ENCODING",
                "ERR_CONNECTION_RESET",
                "ERR_EMPTY_RESPONSE",
                "503"));
        night.product.settlementWorker.kill();
        console.await("the loss is told", () -> console.connection().startsWith("No connection since "));
        assertThat(browser.accessibilityFaults())
                .as("while there is no connection")
                .isEmpty();

        night.product.settlementWorker.restart();
        night.product.settlementWorker.awaitReady(RESTARTED_WITHIN);
        console.await("it is live again", () -> console.connection().equals("Live"));
        console.await("samples come", () -> browser.number(SAMPLES_SHOWN) >= 3);
        console.await("and lists", () -> console.rows("markets") > 0);
        assertThat(browser.isTrue("return document.getElementById('entry').hidden"))
                .as("nobody had to enter the token again")
                .isTrue();
    }
}
