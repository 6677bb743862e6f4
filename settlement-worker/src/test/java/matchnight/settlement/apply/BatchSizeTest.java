package matchnight.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchSizeTest {

    private static final Duration BUDGET = Duration.ofMillis(10);

    private final BatchSize size = new BatchSize(40, 5, 100, BUDGET);

    @Test
    void growsByAnEighthWhileBatchesStayUnderTheBudget() {
        size.held(millis(9), 40);

        assertThat(size.bets()).isEqualTo(45);
    }

    @Test
    void shrinksAsFarAsTheBudgetWasPassed() {
        size.held(millis(16), 40);

        assertThat(size.bets()).isEqualTo(25);
    }

    @Test
    void shrinksToAHalfAtMostByOneBatch() {
        size.held(millis(2_000), 40);

        assertThat(size.bets()).isEqualTo(20);
    }

    @Test
    void shrinksFromWhatTheBatchReallySettled() {
        size.held(millis(20), 10);

        assertThat(size.bets()).isEqualTo(5);
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
