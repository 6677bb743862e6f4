package matchnight.bench.night;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import matchnight.bench.fixture.NightFileReader;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.ledger.OpaqueId;
import org.junit.jupiter.api.Test;

class NightPlanTest {

    private static final Instant NOW = Instant.parse("2030-05-01T20:00:00Z");

    private final NightPlan plan = NightPlan.of(NightFileReader.ownNight(), NOW);

    @Test
    void theLastKickOffIsNow() {
        assertThat(plan.eventsOf(Part.OF_THE_NIGHT))
                .extracting(PlannedEvent::startsAt)
                .allMatch(startsAt -> !startsAt.isAfter(NOW))
                .contains(NOW);
    }

    @Test
    void everyMarketHasAnIdOfItsOwnThatTheProductTakes() {
        assertThat(plan.markets().map(PlannedMarket::marketId))
                .hasSize(34)
                .doesNotHaveDuplicates()
                .allMatch(marketId -> OpaqueId.requireValid(marketId).equals(marketId));
    }

    @Test
    void aWrongResultContradictsTheTruthWhateverItIs() {
        assertThat(plan.markets())
                .allSatisfy(market -> assertThat(market.wrongResult(1, NOW).results())
                        .isNotEqualTo(market.result(1, NOW).results())
                        .hasSameSizeAs(market.selections()));
    }
}
