package matchnight.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.Check;
import matchnight.bench.report.Result;
import matchnight.ledger.audit.Invariant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole command with a few thousand bets: what it says of speed means nothing here, what it checks must hold. */
class SizeBenchIT {

    private static final List<String> PROMISED = List.of(
            "offered",
            "placementP99MillisWithNone",
            "placementP99MillisWithStoredBets",
            "placementP99MillisAfterCheckpoint",
            "storedBetsP99Ratio",
            "afterCheckpointWalFullPageImageBytes",
            "fillSeconds",
            "databaseBytes",
            "placementP99MillisWith10Markets",
            "placementP99MillisWith40Markets",
            "openMarketsP99Ratio",
            "catalogueStalenessMaxSeconds");

    @Test
    void storedBetsAreFilledInAndTheAuditHolds() {
        SizeTimes times = SizeTimes.smoke();
        BenchReport report = SizeBench.run(times, new Progress(System.out), "smoke");

        assertThat(report.checks())
                .allSatisfy(check -> assertThat(check.ok()).as(check.toString()).isTrue());
        assertThat(report.ok()).isTrue();
        assertThat(report.checks())
                .extracting(Check::name)
                .contains("every answer is what is stored under its key", "the relay published everything")
                .containsAll(Invariant.all().stream().map(Invariant::name).toList());
        assertThat(report.results())
                .extracting(Result::metric)
                .containsAll(PROMISED)
                .doesNotHaveDuplicates();
        assertThat(value(report, "storedBets") - value(report, "storedBetsWithNone"))
                .isEqualTo(times.storedBets());
        assertThat(report.results())
                .filteredOn(result -> result.target() != null)
                .extracting(Result::metric, Result::target, Result::wanted)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("storedBetsP99RatioAfterCheckpoint", "<= 1.5", "<= 1.1"));
        itsJsonCanBeReadBack(report);
    }

    private static double value(BenchReport report, String metric) {
        return report.results().stream()
                .filter(result -> result.metric().equals(metric))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private static void itsJsonCanBeReadBack(BenchReport report) {
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.path("name").asString()).isEqualTo("placement-at-size");
        assertThat(json.path("ok").asBoolean()).isTrue();
        assertThat(json.path("parameters").path("bets").asInt()).isEqualTo(8_000);
        assertThat(json.path("results").size()).isEqualTo(report.results().size());
    }
}
