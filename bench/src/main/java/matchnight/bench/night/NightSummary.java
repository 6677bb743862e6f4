package matchnight.bench.night;

import java.util.Formatter;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import matchnight.bench.night.NightReport.Second;
import matchnight.ledger.audit.Finding;
import org.jspecify.annotations.Nullable;

/** Tells a played night to a person: one time axis first, then the figures, then what holds and what does not. */
final class NightSummary {

    private static final int BAR_WIDTH = 24;

    private NightSummary() {}

    /**
     * Writes it all.
     *
     * @param burstFrom the second of the first final whistle; {@code burstTo} the one before which all was settled
     */
    static String of(NightReport report, int burstFrom, int burstTo) {
        Formatter text = new Formatter(Locale.ROOT);
        text.format("%n%s%n%n", report.night());
        axis(text, report, burstFrom, burstTo);
        text.format("%n");
        text.format(
                "Placement before the burst: p50 %.1f ms, p99 %.1f ms; during it: p99 %.1f ms%n",
                report.placement().p50Millis(),
                report.placement().p99Millis(),
                report.placement().p99MillisDuringBurst());
        text.format(
                "Settlement: %d bets in %.1f s after the first result; backlog never older than %.1f s; balances held %s at p99%n",
                report.settlement().bets(),
                report.settlement().seconds(),
                report.settlement().backlogAgeSecondsMax(),
                orUnread("%.1f ms", report.settlement().balanceLockMillisP99()));
        text.format(
                "Bets: %d offered, %d accepted, refused: %s%n",
                report.bets().offered(),
                report.bets().accepted(),
                report.bets().rejected().isEmpty()
                        ? "none"
                        : report.bets().rejected().entrySet().stream()
                                .map(refusals -> refusals.getValue() + " " + refusals.getKey())
                                .collect(Collectors.joining(", ")));
        text.format(
                "Corrected: %s, %d bets settled again%n",
                report.corrected().market(), report.corrected().betsResettled());
        text.format("Selections with a known bet of ten: %s%n", grades(report));
        text.format("%n");
        text.format("Exit criteria%n");
        report.exitCriteria()
                .forEach(criterion -> text.format(
                        "  %s %s: %s, limit %s%n",
                        mark(criterion.ok()), criterion.name(), number(criterion.value()), number(criterion.limit())));
        text.format("Invariants%n");
        for (Finding finding : report.invariants()) {
            text.format("  %s %s: %s%n", mark(finding.ok()), finding.name(), finding.detail());
        }
        text.format("%n");
        text.format("%s%n", verdict(report));
        return text.toString();
    }

    private static String verdict(NightReport report) {
        if (report.ok()) {
            return "The night holds.";
        }
        return report.invariants().stream().allMatch(Finding::ok)
                ? "Every invariant holds: no cent is missing. The exit criteria do not: is the machine busy or slow?"
                : "The night does NOT hold: an invariant is broken.";
    }

    private static void axis(Formatter text, NightReport report, int burstFrom, int burstTo) {
        double highest = report.timeline().stream()
                .mapToDouble(Second::placementP99Millis)
                .max()
                .orElse(1);
        text.format("second   p99 ms %s backlog s  waiters%n", " ".repeat(BAR_WIDTH));
        for (Second second : report.timeline()) {
            int length = (int) Math.round(BAR_WIDTH * second.placementP99Millis() / Math.max(1, highest));
            boolean burst = second.second() >= burstFrom && second.second() < burstTo;
            text.format(
                    "%5d %9.1f %s %9s %8s%s%n",
                    second.second(),
                    second.placementP99Millis(),
                    "#".repeat(length) + " ".repeat(BAR_WIDTH - length),
                    orUnread("%.1f", second.backlogAgeSeconds()),
                    orUnread("%d", second.lockWaiters()),
                    burst ? "  burst" : "");
        }
    }

    private static String orUnread(String format, @Nullable Number read) {
        return read == null ? "not read" : String.format(Locale.ROOT, format, read);
    }

    private static String grades(NightReport report) {
        return report.selections().stream()
                .collect(Collectors.groupingBy(NightReport.Selection::grade, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String mark(boolean ok) {
        return ok ? "ok  " : "FAIL";
    }
}
