package matchnight.settlement.intake;

import static matchnight.settlement.testing.RunningWorker.resultJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.kafka.KafkaSettings;
import matchnight.settlement.result.Reading;
import matchnight.settlement.result.ResultReader;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.testing.SharedServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Field fault T19: a consumer stalls over a record for longer than its poll interval, another one takes its partitions over,
 * and it wakes and goes on.
 */
class StalledConsumerTest {

    private static final int MARKETS = 6;
    private static final int POLL_INTERVAL_MILLIS = 2_000;

    @Test
    void everyResultIsAppliedOnceWhoeverStallsAndWakes() throws Exception {
        try (World world = World.create();
                RunningWorker other = RunningWorker.prepared(world)) {
            AccountId punter = world.account("punter", "GBP", 1_000_00);
            for (int i = 0; i < MARKETS; i++) {
                MarketId market = world.market("m" + i, "H");
                world.placeAll(List.of(
                        Placed.single(punter, market, "H", "2.50", 10_00),
                        Placed.single(punter, market, "H", "3.00", 10_00)));
                other.send("m" + i, resultJson("m" + i, 1, "H WON"));
            }
            Stalling stalling = new Stalling();
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            try (Producer<byte[], byte[]> producer = clients(other).producer()) {
                IntakeMetrics metrics = new IntakeMetrics(registry);
                ResultConsumer stalled = new ResultConsumer(
                        clients(other)::groupConsumer,
                        other.topic(),
                        new RecordIntake(
                                new RecordStoring(stalling::read, new ResultStorage(world.worker()), metrics, () -> {}),
                                new WaitingResults(world.worker(), Duration.ZERO),
                                new DeadLetters(world.worker(), producer, other.topic() + ".dead-letter", metrics)),
                        metrics,
                        registry);
                Thread thread = Thread.ofPlatform().start(stalled);
                assertThat(stalling.began.await(30, TimeUnit.SECONDS)).isTrue();

                other.start();

                await().atMost(Duration.ofSeconds(60)).until(() -> settledBets(world) == 2 * MARKETS);
                stalling.wake.countDown();
                for (int i = 0; i < MARKETS; i++) {
                    other.send("m" + i, resultJson("m" + i, 2, "H LOST"));
                }
                await().atMost(Duration.ofSeconds(60))
                        .until(() ->
                                world.number("SELECT count(*) FROM bet_settlement WHERE version = 2") == 2 * MARKETS);
                // It has joined again, or left what it had read to who has its partitions now.
                await().atMost(Duration.ofSeconds(30)).until(() -> stalling.read.get() > 1);
                stalled.stop();
                thread.join();
            }
            assertThat(world.number("SELECT count(*) FROM bet_settlement")).isEqualTo(4 * MARKETS);
            assertThat(world.number("SELECT count(*) FROM dead_letter")).isZero();
            assertThat(world.number("SELECT count(*) FROM settlement_job WHERE revision > 2"))
                    .isZero();
            Invariants.hold(world);
        }
    }

    private static long settledBets(World world) throws Exception {
        return world.number("SELECT count(*) FROM bet_settlement WHERE version = 1");
    }

    private static KafkaClients clients(RunningWorker worker) {
        String bootstrap = SharedServers.kafka().bootstrapServers();
        return new KafkaClients(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                        POLL_INTERVAL_MILLIS),
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap),
                new KafkaSettings(
                        worker.topic(),
                        worker.topic() + ".dead-letter",
                        "group-of-" + worker.topic(),
                        Duration.ofSeconds(6)));
    }

    /** Stalls over the first record until it is woken. */
    private static final class Stalling {

        private final CountDownLatch began = new CountDownLatch(1);
        private final CountDownLatch wake = new CountDownLatch(1);
        private final AtomicInteger read = new AtomicInteger();

        Reading read(byte @Nullable [] value) {
            if (read.incrementAndGet() == 1) {
                began.countDown();
                try {
                    assertThat(wake.await(120, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }
            return ResultReader.read(value);
        }
    }
}
