package matchnight.settlement.apply;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One content that a feed says of one version.
 *
 * @param content tells it from what else is said of the version
 * @param outcomes by selection
 */
record ModelEvent(
        String market,
        long version,
        String content,
        String type,
        @Nullable String certainty,
        Map<String, ModelOutcome> outcomes,
        ModelWindow window) {

    /** Ends of acceptance times; null is open. */
    record ModelWindow(@Nullable Instant from, @Nullable Instant to) {

        static final ModelWindow NONE = new ModelWindow(null, null);

        boolean takesIn(Instant acceptedAt) {
            return (from == null || from.compareTo(acceptedAt) <= 0) && (to == null || to.compareTo(acceptedAt) >= 0);
        }
    }

    /** What a RESULT says of a selection; figures of 0 and null say nothing. */
    record ModelOutcome(
            String result,
            @Nullable String voidFactor,
            int places,
            int tied,
            int percent,
            @Nullable Instant acceptedBefore) {

        String json(String selection) {
            return "{\"selectionId\":\"" + selection + "\",\"result\":\"" + result + "\""
                    + (voidFactor == null ? "" : ",\"voidFactor\":\"" + voidFactor + "\"")
                    + (tied == 0 ? "" : ",\"deadHeat\":{\"places\":" + places + ",\"tied\":" + tied + "}")
                    + (percent == 0
                            ? ""
                            : ",\"rule4\":[{\"percent\":" + percent
                                    + (acceptedBefore == null ? "" : ",\"acceptedBefore\":\"" + acceptedBefore + "\"")
                                    + "}]")
                    + "}";
        }

        Fraction voidPart() {
            return switch (result) {
                case "VOID" -> Fraction.ONE;
                case "HALF_WON", "HALF_LOST" -> Fraction.of(1, 2);
                default ->
                    voidFactor == null ? Fraction.ZERO : voidFactor.equals("1") ? Fraction.ONE : Fraction.of(1, 2);
            };
        }

        /** The contract's F = v + (1 - v) * w * d * e. */
        Fraction factor(Fraction price, Instant acceptedAt) {
            if (!result.equals("WON") && !result.equals("HALF_WON")) {
                return voidPart();
            }
            boolean deducts = percent > 0 && (acceptedBefore == null || acceptedAt.compareTo(acceptedBefore) < 0);
            Fraction kept = Fraction.of(100 - (deducts ? percent : 0), 100);
            Fraction paid = Fraction.ONE.plus(price.minus(Fraction.ONE).times(kept));
            Fraction share = tied == 0 ? Fraction.ONE : Fraction.of(places, tied);
            return voidPart().plus(Fraction.ONE.minus(voidPart()).times(share).times(paid));
        }
    }

    boolean isResult() {
        return type.equals("RESULT");
    }

    /** As the feed writes it; a feed that repeats itself gives the message another id. */
    String json(int repetition) {
        return "{\"eventId\":\"" + content + "#" + repetition + "\",\"type\":\"" + type + "\",\"marketId\":\"" + market
                + "\",\"version\":" + version + ",\"occurredAt\":\"2026-01-01T21:00:0" + repetition % 10 + "Z\""
                + body()
                + "}";
    }

    private String body() {
        if (isResult()) {
            return ",\"certainty\":\"" + certainty + "\",\"outcomes\":["
                    + outcomes.entrySet().stream()
                            .map(outcome -> outcome.getValue().json(outcome.getKey()))
                            .collect(Collectors.joining(","))
                    + "]";
        }
        return (type.equals("CANCEL") ? ",\"reason\":\"a wrong price\"" : "")
                + (window.from() == null ? "" : ",\"from\":\"" + window.from() + "\"")
                + (window.to() == null ? "" : ",\"to\":\"" + window.to() + "\"");
    }
}
