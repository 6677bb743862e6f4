package matchnight.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class PaceTest {

    private static final Duration BUDGET = Duration.ofMillis(10);

    private final BatchSize size = new BatchSize(40, 5, 100, BUDGET, BUDGET);
    private final Pace pace = new Pace(size, BUDGET);

    @Test
    void oneLaneAtATimeWorksWhileSomebodyPlaces() throws Exception {
        CountDownLatch secondBegan = new CountDownLatch(1);
        Thread second;
        try (Pace.Turn _ = pace.begin()) {
            second = begin(secondBegan, () -> {});
            await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
            assertThat(secondBegan.getCount()).isOne();
        }
        secondBegan.await();
        second.join();
    }

    @Test
    void lanesTakeTurnsInTheOrderInWhichTheyCame() throws Exception {
        List<String> turns = new CopyOnWriteArrayList<>();
        CountDownLatch secondBegan = new CountDownLatch(1);
        Thread second;
        try (Pace.Turn _ = pace.begin()) {
            turns.add("first");
            second = begin(secondBegan, () -> turns.add("second"));
            await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
        }
        try (Pace.Turn _ = pace.begin()) {
            turns.add("first again");
        }
        second.join();
        assertThat(turns).containsExactly("first", "second", "first again");
    }

    @Test
    void allLanesWorkAtOnceWhileNobodyPlaces() throws Exception {
        pace.placing(false, false);
        CountDownLatch secondBegan = new CountDownLatch(1);
        try (Pace.Turn _ = pace.begin()) {
            Thread second = begin(secondBegan, () -> {});

            secondBegan.await();
            second.join();
        }
    }

    @Test
    void waitsAQuarterOfASecondAtMostForALaneThatIsHeldUp() throws Exception {
        CountDownLatch secondBegan = new CountDownLatch(1);
        try (Pace.Turn _ = pace.begin()) {
            Thread second = begin(secondBegan, () -> {});

            secondBegan.await();
            second.join();
        }
    }

    @Test
    void restsForAsLongAsItWentOverTheBudgetWhileSomebodyPlaces() {
        assertThat(millisOfATurnThatHeldFor(110)).isGreaterThanOrEqualTo(100);
    }

    @Test
    void restsForTwoHundredMillisecondsAtMost() {
        assertThat(millisOfATurnThatHeldFor(60_000)).isBetween(200L, 5_000L);
    }

    @Test
    void theNextTurnDoesNotRestForTheLast() {
        long _ = millisOfATurnThatHeldFor(60_000);
        long beganNanos = System.nanoTime();
        for (int turn = 0; turn < 20; turn++) {
            pace.begin().close();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - beganNanos)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void neverRestsWhileNobodyPlaces() {
        pace.placing(false, false);

        long beganNanos = System.nanoTime();
        for (int turn = 0; turn < 20; turn++) {
            long _ = millisOfATurnThatHeldFor(60_000);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - beganNanos)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void batchesShrinkWhilePlacementsWait() {
        pace.placing(true, true);

        assertThat(pace.bets()).isEqualTo(20);
    }

    @Test
    void aLaneThatIsInterruptedWaitsNoLonger() throws Exception {
        CountDownLatch secondBegan = new CountDownLatch(1);
        try (Pace.Turn _ = pace.begin()) {
            Thread second = begin(secondBegan, () -> {});
            await().until(() -> second.getState() == Thread.State.TIMED_WAITING);

            second.interrupt();

            secondBegan.await();
            second.join();
        }
    }

    private Thread begin(CountDownLatch began, Runnable then) {
        return Thread.ofPlatform().start(() -> {
            try (Pace.Turn _ = pace.begin()) {
                began.countDown();
                then.run();
            }
        });
    }

    private long millisOfATurnThatHeldFor(long millis) {
        long beganNanos = System.nanoTime();
        try (Pace.Turn _ = pace.begin()) {
            pace.held(Duration.ofMillis(millis).toNanos(), 40);
        }
        return Duration.ofNanos(System.nanoTime() - beganNanos).toMillis();
    }
}
