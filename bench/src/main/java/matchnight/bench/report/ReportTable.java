package matchnight.bench.report;

import java.util.List;
import java.util.Locale;

/** A report as people read it: figures beside targets, and the checks. */
public final class ReportTable {

    private ReportTable() {}

    public static String of(BenchReport report) {
        StringBuilder text = new StringBuilder();
        int width = report.results().stream()
                .mapToInt(result -> result.metric().length())
                .max()
                .orElse(0);
        report.results().forEach(result -> text.append(line(result, width)).append('\n'));
        text.append('\n');
        report.checks().forEach(check -> text.append(line(check)).append('\n'));
        text.append(verdict(report)).append('\n');
        return text.toString();
    }

    private static String line(Result result, int width) {
        String figure = String.format(
                Locale.ROOT,
                "%-" + width + "s %12s %-10s",
                result.metric(),
                Figures.plain(result.value()),
                unit(result));
        return result.target() == null ? figure.stripTrailing() : figure + beside(result);
    }

    private static String unit(Result result) {
        return result.unit().equals("1") ? "" : result.unit();
    }

    private static String beside(Result result) {
        String wanted = result.wanted() == null ? "" : ", wanted " + result.wanted();
        return " " + (Boolean.TRUE.equals(result.met()) ? "met   " : "MISSED") + "  must be " + result.target()
                + wanted;
    }

    private static String line(Check check) {
        return (check.ok() ? "ok      " : "FAILED  ") + check.name() + ": " + check.detail();
    }

    private static String verdict(BenchReport report) {
        List<String> missed = report.results().stream()
                .filter(result -> Boolean.FALSE.equals(result.met()))
                .map(Result::metric)
                .toList();
        String checks = report.ok() ? "Every check held." : "Checks failed: the figures do not count.";
        return missed.isEmpty() ? checks : checks + " Targets missed: " + String.join(", ", missed) + ".";
    }
}
