package matchnight.bench.night;

import java.util.Locale;
import java.util.stream.Collectors;
import matchnight.bench.night.NightReport.Second;
import matchnight.ledger.audit.Finding;

/** Tells a played night to a person: one time axis first, then the figures, then what holds and what does not. */
final class NightSummary {

    private static final int BAR_WIDTH = 24;

    private NightSummary() {}

    /**
     * Writes it all.
     *
     * @param burstFrom the second of the first final whistle; {@code burstTo} the one before which all was settled
     */
    static String of(NightReport report, double p50Before, double p99Before, int burstFrom, int burstTo) {
        StringBuilder text = new StringBuilder();
        text.append("\n").append(report.night()).append("\n\n");
        axis(text, report, burstFrom, burstTo);
        line(text, "");
        line(text, "Placement before the burst: p50 %.1f ms, p99 %.1f ms; during it: p99 %.1f ms; over all: p50 %.1f ms, p99 %.1f ms",
                p50Before, p99Before, report.placement().p99MillisDuringBurst(),
                report.placement().p50Millis(), report.placement().p99Millis());
        line(text, "Settlement: %d bets in %.1f s after the first result; backlog never older than %.1f s; balances held %.1f ms at p99",
                report.settlement().bets(), report.settlement().seconds(),
                report.settlement().backlogAgeSecondsMax(), report.settlement().balanceLockMillisP99());
        line(text, "Bets: %d offered, %d accepted, refused: %s", report.bets().offered(), report.bets().accepted(),
                report.bets().rejected().isEmpty() ? "none" : report.bets().rejected());
        line(text, "Corrected: %s, %d bets settled again", report.corrected().market(), report.corrected().betsResettled());
        line(text, "Selections with a known bet of ten: %s", grades(report));
        line(text, "");
        line(text, "Exit criteria");
        report.exitCriteria().forEach(criterion -> line(text, "  %s %s: %s, limit %s",
                mark(criterion.ok()), criterion.name(), number(criterion.value()), number(criterion.limit())));
        line(text, "Invariants");
        for (Finding finding : report.invariants()) {
            line(text, "  %s %s: %s", mark(finding.ok()), finding.name(), finding.detail());
        }
        line(text, "");
        line(text, report.ok() ? "The night holds." : "The night does NOT hold.");
        return text.toString();
    }

    private static void axis(StringBuilder text, NightReport report, int burstFrom, int burstTo) {
        double highest = report.timeline().stream()
                .mapToDouble(Second::placementP99Millis)
                .max()
                .orElse(1);
        line(text, "second   p99 ms %s backlog s  waiters", " ".repeat(BAR_WIDTH));
        for (Second second : report.timeline()) {
            int length = (int) Math.round(BAR_WIDTH * second.placementP99Millis() / Math.max(1, highest));
            boolean burst = second.second() >= burstFrom && second.second() < burstTo;
            line(text, "%5d %9.1f %-" + BAR_WIDTH + "s %9.1f %8d%s",
                    second.second(), second.placementP99Millis(), "#".repeat(length),
                    second.backlogAgeSeconds(), second.lockWaiters(), burst ? "  burst" : "");
        }
    }

    private static String grades(NightReport report) {
        return report.selections().stream()
                .collect(Collectors.groupingBy(NightReport.Selection::grade, java.util.TreeMap::new, Collectors.counting()))
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

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
