package matchnight.bench.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import matchnight.bench.placement.Progress;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.Check;
import matchnight.bench.report.Result;
import matchnight.ledger.audit.Invariant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole command with two thousand bets: what it says of speed means nothing here, what it checks must hold. */
class BurstBenchIT {

    private static final List<String> PROMISED = List.of(
            "knee",
            "offered",
            "placementP99MillisWith",
            "placementP99MillisWithout",
            "placementP99RatioOfPair1",
            "settledBetsPerSecondMeanwhile",
            "resultToWalletP50Seconds",
            "textbookKnee",
            "textbookOffered",
            "textbookPlacementP99Ratio",
            "textbookPlacementP99MillisWith",
            "textbookPlacementP99MillisWithout",
            "textbookSettleSeconds");

    private static final Map<String, String> JUDGED = Map.of(
            "placementP99Ratio", "<= 1.3",
            "balanceHoldP99Ratio", "<= 1",
            "outsideProbeP99Millis", "<= 15",
            "backlogAgeSecondsMax", "<= 20",
            "resultToWalletP99Seconds", "<= 20",
            "settledBetsPerSecondMeanwhileLowest", ">= 2000",
            "placementErrors", "<= 0");

    @Test
    void bothDesignsAreMeasuredAndEveryCheckHolds() {
        BenchReport report = BurstBench.run(BurstSizes.smoke(), new Progress(System.out), "smoke");

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
                .allSatisfy(result -> assertThat(result.target()).isEqualTo(JUDGED.get(result.metric())))
                .extracting(Result::metric)
                .containsExactlyInAnyOrderElementsOf(JUDGED.keySet());
        assertThat(value(report, "placementP99Ratio")).isPositive();
        assertThat(value(report, "backlogAgeSecondsMax")).isPositive();
        assertThat(value(report, "outsideProbeP99Millis")).isPositive();
        assertThat(value(report, "placementErrors")).isZero();
        itsJsonCanBeReadBack(report);
    }

    private static double value(BenchReport report, String metric) {
        return report.results().stream()
                .filter(result -> result.metric().equals(metric))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static List<String> checksThatMustHaveRun() {
        Stream<String> own = Stream.of(
                "every bet of pair 1 is settled once",
                "the relay published everything",
                "every answer is what is stored under its key",
                "commits are durable");
        Stream<String> audits =
                Invariant.all().stream().map(Invariant::name).flatMap(name -> Stream.of(name, "textbook: " + name));
        return Stream.concat(own, audits).toList();
    }

    private static void itsJsonCanBeReadBack(BenchReport report) {
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.path("name").asString()).isEqualTo("burst");
        assertThat(json.path("ok").asBoolean()).isTrue();
        assertThat(json.path("parameters").path("bets").asInt()).isEqualTo(2_000);
        assertThat(json.path("results").size()).isEqualTo(report.results().size());
    }
}
