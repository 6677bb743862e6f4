package matchnight.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

    @Test
    void arrivalsComeAtTheirRateAndTheSameSeedGivesTheSameOnes() {
        ArrivalSchedule one = new ArrivalSchedule(200, 7);
        ArrivalSchedule other = new ArrivalSchedule(200, 7);
        long last = 0;
        for (int arrival = 0; arrival < 20_000; arrival++) {
            long due = one.nextNanos();
            assertThat(due).isEqualTo(other.nextNanos()).isGreaterThanOrEqualTo(last);
            last = due;
        }
        assertThat(20_000 / (last / 1e9)).isCloseTo(200, within(6.0));
    }

    /** One worker at 5 ms an arrival and 1,000 arrivals a second: the queue's wait belongs to the latency. */
    @Test
    void waitingForASlowServiceCountsFromWhenTheRequestWasDue() {
        LatencyLog log = new LatencyLog(System.nanoTime());
        Semaphore service = new Semaphore(1);
        try (OpenLoop loop = OpenLoop.start(new ArrivalSchedule(1_000, 1), 10_000, (_, dueNanos) -> {
            service.acquireUninterruptibly();
            sleep(5);
            service.release();
            log.record(dueNanos, System.nanoTime());
        })) {
            await().atMost(Duration.ofSeconds(20)).until(() -> loop.startedCount() >= 200);
            assertThat(loop.stop(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(log.between(0, 60).p50Millis()).isGreaterThan(100);
    }

    @Test
    void aStreamThatIsHopelesslyBehindEndsAndSaysSo() {
        CountDownLatch never = new CountDownLatch(1);
        try (OpenLoop loop = OpenLoop.start(new ArrivalSchedule(2_000, 1), 50, (_, _) -> hang(never))) {
            await().atMost(Duration.ofSeconds(10)).until(loop::isOverrun);
            assertThat(loop.startedCount()).isEqualTo(50);
            never.countDown();
            assertThat(loop.stop(Duration.ofSeconds(10))).isTrue();
        }
    }

    @Test
    void latenciesAreKeptByTheSecondInWhichTheyWereDue() {
        LatencyLog log = new LatencyLog(0);
        log.record(TimeUnit.MILLISECONDS.toNanos(500), TimeUnit.MILLISECONDS.toNanos(510));
        log.record(TimeUnit.MILLISECONDS.toNanos(999), TimeUnit.MILLISECONDS.toNanos(3_999));
        log.record(TimeUnit.MILLISECONDS.toNanos(1_000), TimeUnit.MILLISECONDS.toNanos(1_002));
        assertThat(log.between(0, 1).count()).isEqualTo(2);
        assertThat(log.between(0, 1).maxMillis()).isCloseTo(3_000, within(5.0));
        assertThat(log.between(1, 2).p99Millis()).isCloseTo(2, within(0.1));
        assertThat(log.between(5, 9).p99Millis()).isZero();
    }

    private static void hang(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
