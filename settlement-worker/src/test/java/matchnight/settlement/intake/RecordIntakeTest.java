package matchnight.settlement.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import matchnight.settlement.testing.World;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A fault of the program costs one record its place, never its partition. */
class RecordIntakeTest {

    @Test
    void aRecordThatCannotEvenBeReadIsADeadLetter() throws Exception {
        try (World world = World.create();
                MockProducer<byte[], byte[]> producer =
                        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            var registry = new SimpleMeterRegistry();
            IntakeMetrics metrics = new IntakeMetrics(registry);
            RecordStoring storing = new RecordStoring(
                    _ -> {
                        throw new IllegalStateException("a fault of the program");
                    },
                    new ResultStorage(world.worker()),
                    metrics,
                    () -> {});
            RecordIntake intake = new RecordIntake(
                    storing,
                    new WaitingResults(world.worker(), Duration.ofSeconds(10)),
                    new DeadLetters(world.worker(), producer, "market-results.dead-letter", metrics));

            intake.take(new ConsumerRecord<>("market-results", 0, 7, bytes("m"), bytes("{}")));

            assertThat(world.texts("SELECT record_offset || ' ' || reason_code || ' ' || reason FROM dead_letter"))
                    .containsExactly("7 UNEXPECTED_FAILURE IllegalStateException");
            assertThat(producer.history()).hasSize(1);
            assertThat(registry.counter("result_dead_letters", "reason", "UNEXPECTED_FAILURE")
                            .count())
                    .isEqualTo(1);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
