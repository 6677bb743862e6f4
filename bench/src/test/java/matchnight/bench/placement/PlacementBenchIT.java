package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.Check;
import matchnight.bench.report.Result;
import matchnight.ledger.audit.Invariant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole command, each load a moment long: what it says of speed means nothing here, what it checks must hold. */
class PlacementBenchIT {

    private static final List<String> PROMISED = List.of(
            "acceptedBetsPerSecond",
            "bestBaselineBetsPerSecond",
            "ratioToBestBaseline",
            "walBytesPerBet",
            "hotShare",
            "hotAccountBetsPerSecond",
            "hotAccountRatio",
            "refusalStormRatio",
            "overloadRatio",
            "suspendAnsweredP99Millis",
            "snapshotRateLost",
            "heldRowOthersP99Millis",
            "batch1BetsPerSecond",
            "batch64BetsPerSecond",
            "roundTripsPerBetAlone");

    private static final Set<String> JUDGED = Set.of(
            "ratioToBestBaseline",
            "walBytesPerBet",
            "hotShare",
            "hotAccountRatio",
            "hotAccountLost",
            "hotAccountDoubled",
            "hotAccountTimedOut",
            "refusalStormRatio",
            "overloadRatio",
            "suspendAnsweredP99Millis",
            "snapshotRateLost");

    @Test
    void everyScenarioRunsAndEveryCheckHolds() {
        BenchReport report = PlacementBench.run(
                EnumSet.complementOf(EnumSet.of(Scenario.ACCUMULATORS)),
                BenchTimes.smoke(),
                new Progress(System.out),
                "smoke");

        assertThat(report.checks())
                .allSatisfy(check -> assertThat(check.ok()).as(check.toString()).isTrue());
        assertThat(report.ok()).isTrue();
        assertThat(report.checks()).extracting(Check::name).containsAll(checksThatMustHaveRun());
        assertThat(report.results())
                .extracting(Result::metric)
                .containsAll(PROMISED)
                .doesNotHaveDuplicates();
        assertThat(report.results())
                .filteredOn(result -> result.target() != null)
                .extracting(Result::metric)
                .containsExactlyInAnyOrderElementsOf(JUDGED);
        itsJsonCanBeReadBack(report);
    }

    private static List<String> checksThatMustHaveRun() {
        Stream<String> own = Stream.of(
                "every answer is what is stored under its key",
                "no bet that was sent after a suspend had answered was accepted",
                "the hot account lost and doubled nothing",
                "the relay published everything",
                "commits are durable");
        Stream<String> audits =
                Invariant.all().stream().map(Invariant::name).flatMap(name -> Stream.of(name, "baselines: " + name));
        return Stream.concat(own, audits).toList();
    }

    private static void itsJsonCanBeReadBack(BenchReport report) {
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.path("name").asString()).isEqualTo("placement");
        assertThat(json.path("machine").path("postgres").asString()).startsWith("18.");
        assertThat(json.path("parameters").path("fsync").asString()).isEqualTo("on");
        assertThat(json.path("results").size()).isEqualTo(report.results().size());
        json.path("results")
                .forEach(result -> assertThat(result.path("value").isNumber())
                        .as(result.toString())
                        .isTrue());
    }
}
