package matchnight.bench.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import matchnight.bench.product.ResultMessage;
import org.junit.jupiter.api.Test;

class BetSetTest {

    @Test
    void everyMarketGetsOneResultThatDecidesBothSelections() {
        BetSet set = BetSet.of("night", List.of("a", "b"), 3, 8);
        assertThat(set.rounds()).isEqualTo(4);
        assertThat(set.results()).extracting(ResultMessage::marketId).containsExactlyElementsOf(set.marketIds());
        assertThat(set.results())
                .allSatisfy(result ->
                        assertThat(result.results()).containsEntry("H", "WON").containsEntry("A", "LOST"));
    }

    @Test
    void accountsWithMoreBetsThanOthersAreRefused() {
        assertThatThrownBy(() -> BetSet.of("odd", List.of("a", "b"), 1, 7))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noTwoSetsOfARunShareAMarket() {
        SettlementSizes sizes = SettlementSizes.standard();
        List<String> all = java.util.stream.Stream.concat(
                        java.util.Arrays.stream(SettlementScenario.values())
                                .flatMap(scenario -> scenario.sets(sizes).stream()),
                        sizes.workers().stream().map(workers -> SettlementRun.warmUp(sizes, workers)))
                .flatMap(set -> set.marketIds().stream())
                .toList();
        Set<String> different = new HashSet<>(all);
        assertThat(different).hasSameSizeAs(all);
        assertThat(BurstSizes.standard().all().stream().flatMap(set -> set.marketIds().stream()))
                .doesNotHaveDuplicates();
    }

    @Test
    void halfOfTheAccountsThatPlaceHaveBetsSettlingInTheBurst() {
        assertThat(BurstSizes.accountsWithBets()).hasSize(1_000).doesNotHaveDuplicates();
    }
}
