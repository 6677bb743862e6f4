package matchnight.settlement.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.junit.jupiter.api.Test;

/** Whoever watches for trouble outlives it. */
class BacklogAgeTest {

    /** Answers nothing and cannot even be closed. */
    private static final class BrokenConsumer extends MockConsumer<byte[], byte[]> {

        BrokenConsumer() {
            super("earliest");
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic) {
            throw new KafkaException("no answer");
        }

        @Override
        public synchronized void close() {
            throw new KafkaException("not closed in time");
        }
    }

    @Test
    void itGoesOnObservingWhateverItsSourcesThrow() {
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        var age = new BacklogAge(
                brokenPool(asked),
                () -> brokenConsumer(opened),
                "results",
                Clock.systemUTC(),
                new SimpleMeterRegistry());
        age.start();
        try {
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(opened).hasValueGreaterThan(2);
                assertThat(asked).hasValueGreaterThan(2);
            });
            assertThat(age.health().getStatus().getCode()).isEqualTo("DOWN");
        } finally {
            age.stop();
        }
    }

    private static Consumer<byte[], byte[]> brokenConsumer(AtomicInteger opened) {
        opened.incrementAndGet();
        return new BrokenConsumer();
    }

    private static DataSource brokenPool(AtomicInteger asked) {
        return (DataSource) Proxy.newProxyInstance(
                BacklogAgeTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (_, _, _) -> {
                    asked.incrementAndGet();
                    throw new IllegalStateException("the pool is closed");
                });
    }
}
