package matchnight.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import matchnight.stack.cli.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchReportTest {

    private static final Target RATIO = Target.atLeast(1.5).wanting(2);
    private static final Check HOLDS = new Check("nothing is lost", true, "12 bets");
    private static final Check FAILS = new Check("nothing is doubled", false, "1 bet");

    @Test
    void theJsonHasTheFormOfTheContract() {
        JsonNode json = JsonMapper.shared()
                .readTree(report(HOLDS, Result.of("ratio", 1.75, "1", RATIO), Result.of("rate", 2_000.4, "bets/s"))
                        .json());
        assertThat(names(json))
                .isEqualTo(Set.of("name", "ok", "startedAt", "machine", "parameters", "results", "checks"));
        assertThat(json.path("startedAt").asString()).isEqualTo("2026-07-01T18:00:00Z");
        assertThat(names(json.path("machine"))).isEqualTo(Set.of("cores", "memoryGiB", "java", "postgres"));
        JsonNode judged = json.path("results").path(0);
        assertThat(names(judged)).isEqualTo(Set.of("metric", "value", "unit", "target", "met", "wanted"));
        assertThat(judged.path("target").asString()).isEqualTo(">= 1.5");
        assertThat(judged.path("wanted").asString()).isEqualTo(">= 2");
        assertThat(judged.path("met").asBoolean()).isTrue();
        assertThat(names(json.path("results").path(1))).isEqualTo(Set.of("metric", "value", "unit"));
        assertThat(json.path("results").path(1).path("value").asDouble()).isEqualTo(2_000);
    }

    private static Set<String> names(JsonNode object) {
        return Set.copyOf(object.propertyNames());
    }

    @Test
    void aMissedTargetIsNoFailureAndAFailedCheckIs() {
        Result missed = Result.of("ratio", 0.7, "1", RATIO);
        assertThat(missed.met()).isFalse();
        assertThat(report(HOLDS, missed).ok()).isTrue();
        assertThat(report(FAILS, missed).ok()).isFalse();
    }

    @Test
    void aRunThatCheckedNothingIsNotOk() {
        BenchReport unchecked = BenchReport.of("b", Instant.EPOCH, machine(), Map.of(), List.of(), List.of());
        assertThat(unchecked.ok()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1.5, true", "1.4999, false", "9, true"})
    void atLeastIncludesItsBound(double value, boolean met) {
        assertThat(RATIO.isMetBy(value)).isEqualTo(met);
    }

    @ParameterizedTest
    @CsvSource({"0, true", "50, true", "50.01, false"})
    void atMostIncludesItsBound(double value, boolean met) {
        assertThat(Target.atMost(50).isMetBy(value)).isEqualTo(met);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void whatIsNoNumberIsNoResult(double value) {
        assertThatThrownBy(() -> Result.of("ratio", value, "1")).hasMessageContaining("ratio is not a number");
        assertThatThrownBy(() -> Result.of("ratio", value, "1", RATIO)).hasMessageContaining("ratio is not a number");
    }

    @ParameterizedTest
    @CsvSource({"1234.5, 1235", "999.96, 1000", "0.123456, 0.1235", "12, 12", "0, 0", "0.00001, 0.00001"})
    void figuresKeepFourDigitsThatCount(double value, String written) {
        assertThat(Figures.plain(Figures.rounded(value))).isEqualTo(written);
    }

    @Test
    void theTableNamesTargetsAndWhatWasMissed() {
        String table = ReportTable.of(report(
                HOLDS,
                Result.of("ratioToBestBaseline", 1.2, "1", RATIO),
                Result.of("acceptedBetsPerSecond", 2_000, "bets/s")));
        assertThat(table)
                .contains("MISSED  must be >= 1.5, wanted >= 2")
                .containsPattern("acceptedBetsPerSecond +2000 bets/s\n")
                .contains("ok      nothing is lost: 12 bets")
                .contains("Every check held. Targets missed: ratioToBestBaseline.");
        assertThat(ReportTable.of(report(FAILS)))
                .contains("FAILED  nothing is doubled: 1 bet")
                .contains("the figures do not count");
    }

    @Test
    void aFileThatCannotBeIsRefusedBeforeTheRun(@TempDir Path directory) throws Exception {
        assertThatThrownBy(() -> BenchReport.writable("/no/such/directory/x.json"))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining("--json /no/such/directory/x.json");
        assertThatThrownBy(() -> BenchReport.writable(directory.toString())).isInstanceOf(UsageError.class);
        Path file = BenchReport.writable(directory.resolve("report.json").toString());
        report(HOLDS).write(file);
        assertThat(JsonMapper.shared()
                        .readTree(Files.readString(file))
                        .path("ok")
                        .asBoolean())
                .isTrue();
    }

    private static BenchReport report(Check check, Result... results) {
        return BenchReport.of(
                "placement",
                Instant.parse("2026-07-01T18:00:00Z"),
                machine(),
                Map.of("rounds", 3),
                List.of(results),
                List.of(check));
    }

    private static Machine machine() {
        return Machine.with("18.6");
    }
}
