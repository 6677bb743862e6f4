package matchnight.bench.endtoend;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import matchnight.bench.browser.Browser;
import org.awaitility.Awaitility;
import org.openqa.selenium.Keys;

/** The console as a person without a mouse has it: everything is done by keys, from wherever the focus is. */
final class ConsolePage {

    private static final Duration LIMIT = Duration.ofSeconds(45);
    private static final int TABS_MAX = 120;

    /** What a screen reader would call what has the focus. */
    private static final String FOCUSED = """
            const at = document.activeElement;
            return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
            """;

    private final Browser browser;

    private ConsolePage(Browser browser) {
        this.browser = browser;
    }

    /** Loads the page and enters the token. */
    static ConsolePage open(Browser browser, String url, String token) {
        ConsolePage page = load(browser, url);
        page.enter(token);
        page.await("the stream is open", () -> page.connection().equals("Live"));
        page.await(
                "a sample and the lists are shown",
                () -> !page.tile("partitions").equals("–"));
        return page;
    }

    static ConsolePage load(Browser browser, String url) {
        browser.open(url);
        ConsolePage page = new ConsolePage(browser);
        page.await(
                "the page is drawn",
                () -> browser.isTrue("return document.querySelectorAll('#curves canvas').length >= 6"));
        return page;
    }

    void enter(String token) {
        tabTo("Bearer token");
        browser.press(token, Keys.ENTER);
    }

    String connection() {
        return browser.text("return document.getElementById('connection').textContent");
    }

    /** The tile's words. */
    String tile(String name) {
        return browser.text("return document.querySelector(`[data-now=\"${arguments[0]}\"] dd`).textContent", name);
    }

    /** How many rows a list shows. */
    int rows(String list) {
        return (int) browser.number(
                "return document.querySelectorAll(`[data-list=\"${arguments[0]}\"] tbody tr`).length", list);
    }

    String list(String list) {
        return browser.text("return document.querySelector(`[data-list=\"${arguments[0]}\"]`).innerText", list);
    }

    String preview() {
        return browser.text("return document.getElementById('dialog-preview').innerText");
    }

    String problem() {
        return browser.text("return document.getElementById('dialog-problem').textContent");
    }

    /** What was done last. */
    String done() {
        return browser.text("return document.getElementById('done').textContent");
    }

    boolean isDialogOpen() {
        return browser.isTrue("return document.getElementById('dialog').open");
    }

    String focused() {
        return browser.text(FOCUSED).strip();
    }

    /** Presses the tabulator until what has the focus is called so, or begins so where the label ends with an asterisk. */
    void tabTo(String label) {
        for (int tabs = 0; tabs < TABS_MAX; tabs++) {
            if (matches(focused(), label)) {
                return;
            }
            browser.press(Keys.TAB);
        }
        throw new AssertionError(TABS_MAX + " tabs do not lead to " + label);
    }

    private static boolean matches(String name, String label) {
        return label.endsWith("*") ? name.startsWith(label.substring(0, label.length() - 1)) : name.equals(label);
    }

    /** Opens an action's dialog, which takes the focus to its reason. */
    void begin(String action) {
        tabTo(action);
        browser.press(Keys.ENTER);
        await("the dialog is open", this::isDialogOpen);
        await("the reason has the focus", () -> focused().equals("Reason"));
    }

    /** Writes the reason and presses the button that is called so. */
    void giveReason(String reason, String go) {
        browser.press(reason);
        press(go);
    }

    void press(String button) {
        tabTo(button);
        browser.press(Keys.ENTER);
    }

    void awaitDone(String words) {
        await("done: " + words, () -> done().startsWith(words));
    }

    void await(String what, BooleanSupplier condition) {
        Awaitility.await(what).atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(condition::getAsBoolean);
    }
}
