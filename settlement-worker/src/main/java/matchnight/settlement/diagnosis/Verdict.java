package matchnight.settlement.diagnosis;

import java.util.List;

/**
 * A mechanism that the readings point to.
 *
 * @param says one sentence for people, with names where the readings have them
 * @param because the readings that say so
 * @param wouldDisprove the reading that would prove it wrong
 */
public record Verdict(Mechanism mechanism, String title, String says, List<Evidence> because, String wouldDisprove) {

    public Verdict {
        because = List.copyOf(because);
    }

    static Verdict of(Mechanism mechanism, String says, String wouldDisprove, Evidence... because) {
        return new Verdict(mechanism, mechanism.title(), says, List.of(because), wouldDisprove);
    }

    /**
     * One reading with its unit.
     *
     * @param limit what it was held against; empty where it stands beside the others for people to see
     */
    public record Evidence(String reading, double value, String unit, String limit) {

        static Evidence beside(String reading, double value, String unit) {
            return new Evidence(reading, rounded(value), unit, "");
        }

        static Evidence atLeast(String reading, double value, String unit, double limit) {
            return new Evidence(reading, rounded(value), unit, "at least " + number(limit));
        }

        static Evidence below(String reading, double value, String unit, double limit) {
            return new Evidence(reading, rounded(value), unit, "below " + number(limit));
        }

        private static double rounded(double value) {
            return Math.round(value * 1000) / 1000.0;
        }

        private static String number(double limit) {
            double rounded = rounded(limit);
            return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
        }

        /** {@code pool pending 4.2 threads (at least 0.5)}. */
        public String toText() {
            String shown = reading + " " + number(value) + (unit.isEmpty() ? "" : " " + unit);
            return limit.isEmpty() ? shown : shown + " (" + limit + ")";
        }
    }
}
