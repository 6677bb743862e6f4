package matchnight.bench.night;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import matchnight.bench.fixture.NightSelection;
import matchnight.ledger.audit.Finding;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A played night in the form of {@code demo --json}. */
record NightReport(
        String night,
        boolean ok,
        List<Criterion> exitCriteria,
        Bets bets,
        List<Selection> selections,
        Corrected corrected,
        Placement placement,
        Settlement settlement,
        List<Second> timeline,
        List<Finding> invariants) {

    record Bets(long offered, long accepted, Map<String, Long> rejected) {}

    /** A selection of the night with what the known bet on it came to; all but the grade and the returns as the file writes it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Selection(
            String event,
            String market,
            @Nullable String line,
            String selection,
            String price,
            String grade,
            String returnsOn10) {

        static Selection of(Probes.Seen seen) {
            NightSelection written =
                    Objects.requireNonNull(seen.probe().selection().written());
            return new Selection(
                    seen.probe().event().name(),
                    seen.probe().market().type(),
                    written.writtenLine(),
                    written.name(),
                    written.writtenPrice(),
                    gradeOf(seen.bet()),
                    returnsOf(seen.bet()));
        }
    }

    record Corrected(String market, long betsResettled) {}

    /** Of the stream before the burst, the warm-up left out, and during it. */
    record Placement(double p50Millis, double p99Millis, double p99MillisDuringBurst) {}

    /** {@code balanceLockMillisP99} is null where the worker could not be asked. */
    record Settlement(
            long bets,
            double seconds,
            double backlogAgeSecondsMax,
            @Nullable Double balanceLockMillisP99) {}

    /** What was read from outside is null in a second in which nobody could look. */
    record Second(
            int second,
            double placementP99Millis,
            @Nullable Double backlogAgeSeconds,
            @Nullable Integer lockWaiters) {}

    /** What a bet's leg was graded, as night files write it; {@code open} while it was not. */
    static String gradeOf(JsonNode bet) {
        return bet.path("legs").path(0).path("result").asString("open").toLowerCase(Locale.ROOT);
    }

    /** What a bet returned; empty while it is open. */
    static String returnsOf(JsonNode bet) {
        return bet.path("returns").asString("");
    }

    String json() {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(this);
    }
}
