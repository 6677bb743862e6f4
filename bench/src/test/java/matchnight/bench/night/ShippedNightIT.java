package matchnight.bench.night;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import matchnight.bench.fixture.Night;
import matchnight.bench.fixture.NightFileReader;
import matchnight.bench.fixture.NightMatch;
import matchnight.bench.fixture.NightSelection;
import matchnight.ledger.audit.Finding;
import matchnight.stack.PgBouncerProgram;
import matchnight.stack.testing.InstalledPgBouncer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo as a user starts it, a little shorter. What must always hold is asserted; how fast it was is the demo's to judge. */
class ShippedNightIT {

    private static final NightTimes SHORT = new NightTimes(
            Duration.ofSeconds(2),
            Duration.ofSeconds(3),
            Duration.ofSeconds(12),
            Duration.ofSeconds(4),
            Duration.ofSeconds(6));

    @Test
    void theShippedNightIsPlayedAndEverythingHolds() {
        Night night = NightFileReader.ownNight();
        NightReport report = OwnStack.play(night, false, SHORT);

        assertThat(report.invariants())
                .isNotEmpty()
                .allSatisfy(finding ->
                        assertThat(finding.ok()).as(finding.toString()).isTrue());
        assertThat(report.corrected().betsResettled()).isPositive();
        assertThat(report.selections()).isEqualTo(published(night));
        itsJsonHasTheFormOfTheContract(JsonMapper.shared().readTree(report.json()));
    }

    /** The same night with Debian's pooler, or whichever is installed, between PostgreSQL and everybody else. */
    @Test
    void theWholeNightPassesThroughATransactionPooler() {
        Optional<PgBouncerProgram> program = InstalledPgBouncer.find();
        assumeTrue(program.isPresent(), InstalledPgBouncer.MISSING);
        NightReport report = OwnStack.playThroughAPooler(NightFileReader.ownNight(), program.get(), SHORT);

        assertThat(report.invariants())
                .isNotEmpty()
                .allSatisfy(finding ->
                        assertThat(finding.ok()).as(finding.toString()).isTrue())
                .extracting(Finding::name)
                .contains("every session came through the pooler");
        assertThat(report.corrected().betsResettled()).isPositive();
    }

    private static List<NightReport.Selection> published(Night night) {
        return night.matches().stream().flatMap(ShippedNightIT::published).toList();
    }

    private static java.util.stream.Stream<NightReport.Selection> published(NightMatch match) {
        return match.markets().stream()
                .flatMap(market -> market.selections().stream()
                        .map(selection -> published(match, market.type().text(), selection)));
    }

    private static NightReport.Selection published(NightMatch match, String market, NightSelection selection) {
        return new NightReport.Selection(
                match.name(),
                market,
                selection.writtenLine(),
                selection.name(),
                selection.writtenPrice(),
                selection.grade().text(),
                selection.returnsOnTen().toDecimalString());
    }

    private static void itsJsonHasTheFormOfTheContract(JsonNode json) {
        assertThat(names(json))
                .isEqualTo(Set.of(
                        "night",
                        "ok",
                        "exitCriteria",
                        "bets",
                        "selections",
                        "corrected",
                        "placement",
                        "settlement",
                        "timeline",
                        "invariants"));
        assertThat(names(json.path("exitCriteria").path(0))).isEqualTo(Set.of("name", "limit", "value", "ok"));
        assertThat(names(json.path("bets"))).isEqualTo(Set.of("offered", "accepted", "rejected"));
        assertThat(names(json.path("selections").path(0)))
                .isEqualTo(Set.of("event", "market", "selection", "price", "grade", "returnsOn10"));
        assertThat(names(json.path("selections").path(3))).contains("line");
        assertThat(names(json.path("corrected"))).isEqualTo(Set.of("market", "betsResettled"));
        assertThat(names(json.path("placement"))).isEqualTo(Set.of("p50Millis", "p99Millis", "p99MillisDuringBurst"));
        assertThat(names(json.path("settlement")))
                .isEqualTo(Set.of("bets", "seconds", "backlogAgeSecondsMax", "balanceLockMillisP99"));
        assertThat(names(json.path("timeline").path(0)))
                .isEqualTo(Set.of("second", "placementP99Millis", "backlogAgeSeconds", "lockWaiters"));
        assertThat(names(json.path("invariants").path(0))).isEqualTo(Set.of("name", "ok", "detail"));
    }

    private static Set<String> names(JsonNode object) {
        return Set.copyOf(object.propertyNames());
    }
}
