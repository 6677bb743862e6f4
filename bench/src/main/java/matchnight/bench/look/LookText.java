package matchnight.bench.look;

import java.util.Locale;
import java.util.Map;
import matchnight.settlement.diagnosis.Diagnosis;
import matchnight.settlement.diagnosis.Figures;
import matchnight.settlement.diagnosis.LooksCompared;
import matchnight.settlement.diagnosis.Mechanism;
import matchnight.settlement.diagnosis.Readings;
import matchnight.settlement.diagnosis.Verdict;

/** A look for a terminal. */
final class LookText {

    private LookText() {}

    static String of(Diagnosis look) {
        StringBuilder text = new StringBuilder();
        if (look.healthy()) {
            text.append("No mechanism owns the latency.\n");
        }
        for (Verdict verdict : look.verdicts()) {
            text.append(verdict.mechanism())
                    .append(": ")
                    .append(verdict.title())
                    .append('\n');
            text.append("  ").append(verdict.says()).append('\n');
            verdict.because()
                    .forEach(evidence ->
                            text.append("  - ").append(evidence.toText()).append('\n'));
            text.append("  Wrong if: ").append(verdict.wouldDisprove()).append('\n');
        }
        for (Diagnosis.NotJudged unknown : look.notJudged()) {
            text.append("Not judged: ").append(unknown.mechanism());
            text.append(", for want of ")
                    .append(String.join(", ", unknown.lacks()))
                    .append('\n');
        }
        if (look.readings().absent() != null) {
            for (Readings.Absence absence : look.readings().absent()) {
                text.append("Not read: ")
                        .append(absence.reading())
                        .append(", ")
                        .append(absence.why())
                        .append('\n');
            }
        }
        Map<String, Figures.Figure> figures = Figures.of(look.readings());
        figures.forEach((name, figure) -> text.append(
                String.format(Locale.ROOT, "  %-60s %12s %s%n", name, number(figure.value()), figure.unit())));
        return text.toString();
    }

    static String of(LooksCompared compared) {
        StringBuilder text = new StringBuilder("\nSince the baseline:\n");
        compared.appeared().forEach(mechanism -> append(text, "  now named", mechanism));
        compared.gone().forEach(mechanism -> append(text, "  no longer named", mechanism));
        for (LooksCompared.Difference difference : compared.differences()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-60s %12s -> %s %s%n",
                    difference.figure(),
                    number(difference.before()),
                    number(difference.now()),
                    difference.unit()));
        }
        if (compared.differences().isEmpty()
                && compared.appeared().isEmpty()
                && compared.gone().isEmpty()) {
            text.append("  nothing that matters has moved\n");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String what, Mechanism mechanism) {
        text.append(what)
                .append(": ")
                .append(mechanism)
                .append(", ")
                .append(mechanism.title())
                .append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%,.3f", value);
    }
}
