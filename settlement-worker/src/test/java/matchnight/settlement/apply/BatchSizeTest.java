package matchnight.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchSizeTest {

    private static final Duration BUDGET = Duration.ofMillis(10);

    private final BatchSize size = new BatchSize(40, 5, 100, BUDGET, BUDGET.multipliedBy(5));

    @Test
    void growsByAnEighthWhileBatchesStayUnderTheBudget() {
        size.held(millis(9), 40);

        assertThat(size.bets()).isEqualTo(45);
    }

    @Test
    void shrinksByAnEighthOverTheBudget() {
        size.held(millis(11), 40);

        assertThat(size.bets()).isEqualTo(35);
    }

    @Test
    void shrinksToAHalfFarOverTheBudget() {
        size.held(millis(2_000), 40);

        assertThat(size.bets()).isEqualTo(20);
    }

    @Test
    void oneSlowFlushInTenHoldsNothingBack() {
        for (int i = 0; i < 100; i++) {
            size.held(millis(i % 10 == 0 ? 15 : 9), 100);
        }

        assertThat(size.bets()).isGreaterThanOrEqualTo(87);
    }

    @Test
    void neverLeavesItsBounds() {
        for (int i = 0; i < 100; i++) {
            size.held(millis(1), 100);
        }
        assertThat(size.bets()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            size.giveWay();
        }
        assertThat(size.bets()).isEqualTo(5);
    }

    @Test
    void growsBeyondTheBudgetWhileNobodyPlaces() {
        size.placing(false);

        size.held(millis(49), 40);

        assertThat(size.bets()).isEqualTo(45);
    }

    @Test
    void whoeverBeginsToPlaceFindsTheFirstSize() {
        size.placing(false);
        for (int i = 0; i < 100; i++) {
            size.held(millis(1), 100);
        }

        size.placing(true);

        assertThat(size.bets()).isEqualTo(40);
        size.held(millis(11), 40);
        assertThat(size.bets()).isEqualTo(35);
    }

    @Test
    void aSmallSizeIsNotRaisedByABeginningPlacement() {
        size.placing(false);
        size.giveWay();

        size.placing(true);

        assertThat(size.bets()).isEqualTo(20);
    }

    @Test
    void aBatchThatWasHardlyFilledGrowsNothing() {
        size.held(millis(1), 3);

        assertThat(size.bets()).isEqualTo(40);
    }

    @Test
    void isHalvedEachTimePlacementsAreSeenWaiting() {
        size.giveWay();
        size.giveWay();

        assertThat(size.bets()).isEqualTo(10);
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
