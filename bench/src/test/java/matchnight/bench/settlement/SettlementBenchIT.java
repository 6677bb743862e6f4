package matchnight.bench.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
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

/** The whole command with a few thousand bets: what it says of speed means nothing here, what it checks must hold. */
class SettlementBenchIT {

    private static final List<String> PROMISED = List.of(
            "settledBetsPerSecond",
            "settledBetsPerSecondOf4000OnOneMarket",
            "settledBetsPerSecondOf6000Over3Markets",
            "settledBetsPerSecondFromPublishedOf4000OnOneMarket",
            "oneTransactionBetsPerSecond",
            "oneMarketToManyOf4000",
            "batchesOf6000OnOneMarket",
            "batchBetsInTenth1Of6000OnOneMarket",
            "batchBetsInTenth10Of6000OnOneMarket",
            "walBytesPerBetOf4000OnOneMarket",
            "walRecordBytesPerBetOf4000OnOneMarket",
            "settlementBalanceHeldP50MillisOf4000OnOneMarket",
            "settledBetsPerSecondBy1Workers",
            "settledBetsPerSecondBy2Workers",
            "by2WorkersToOne",
            "coresOfWorkers",
            "settlementBalanceHeldP99Millis",
            "placementBalanceHeldP99Millis");

    private static final Map<String, String> JUDGED = Map.of(
            "ratioToOneTransaction", ">= 0.6",
            "ratioToOneTransactionOf4000OnOneMarket", ">= 0.6",
            "ratioToOneTransactionOf4000Over3Markets", ">= 0.6",
            "ratioToOneTransactionOf6000OnOneMarket", ">= 0.6",
            "ratioToOneTransactionOf6000Over3Markets", ">= 0.6",
            "balanceHoldP99Ratio", "<= 1");

    @Test
    void everyScenarioRunsAndEveryCheckHolds() {
        BenchReport report = SettlementBench.run(
                EnumSet.allOf(SettlementScenario.class), SettlementSizes.smoke(), new Progress(System.out), "smoke");

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
                .allSatisfy(result -> assertThat(result.value()).isPositive())
                .extracting(Result::metric)
                .containsExactlyInAnyOrderElementsOf(JUDGED.keySet());
        itsJsonCanBeReadBack(report);
    }

    private static List<String> checksThatMustHaveRun() {
        Stream<String> own = Stream.of(
                "every bet beside placement is settled once",
                "every bet of 4000 on 1 market is settled once",
                "every bet of 6000 on 3 markets is settled once",
                "every bet by 2 workers is settled once",
                "one transaction wrote the rows that the worker wrote, of 4000 on 1 market",
                "one transaction wrote the rows that the worker wrote, of 6000 on 3 markets",
                "every answer is what is stored under its key",
                "commits are durable");
        Stream<String> audits = Invariant.all().stream()
                .map(Invariant::name)
                .flatMap(name -> Stream.of(name, "one transaction: " + name));
        return Stream.concat(own, audits).toList();
    }

    private static void itsJsonCanBeReadBack(BenchReport report) {
        JsonNode json = JsonMapper.shared().readTree(report.json());
        assertThat(json.path("name").asString()).isEqualTo("settlement");
        assertThat(json.path("ok").asBoolean()).isTrue();
        assertThat(json.path("results").size()).isEqualTo(report.results().size());
        json.path("results")
                .forEach(result -> assertThat(result.path("value").isNumber())
                        .as(result.toString())
                        .isTrue());
    }
}
