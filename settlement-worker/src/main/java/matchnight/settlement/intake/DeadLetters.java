package matchnight.settlement.intake;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import matchnight.settlement.logging.BoundedLog;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Parks records that cannot be applied: a row, and a copy on the dead-letter topic for whoever listens there. */
final class DeadLetters {

    private static final String PARK_ONCE = """
            INSERT INTO dead_letter (topic, record_partition, record_offset, record_key, record_value, reason_code, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """;

    private static final Duration ACKNOWLEDGEMENT_LIMIT = Duration.ofSeconds(5);

    private final DataSource dataSource;
    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final IntakeMetrics metrics;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(DeadLetters.class));

    DeadLetters(DataSource dataSource, Producer<byte[], byte[]> producer, String topic, IntakeMetrics metrics) {
        this.dataSource = dataSource;
        this.producer = producer;
        this.topic = topic;
        this.metrics = metrics;
    }

    /**
     * Returns once the record stands in the table and the broker has acknowledged its copy. Doing it again leaves one row
     * and a second copy.
     *
     * @throws SQLException if the row could not be written
     * @throws KafkaException if the copy was not acknowledged
     */
    void park(ConsumerRecord<byte[], byte[]> parked, DeadLetter reason) throws SQLException {
        store(parked, reason);
        List<Header> headers = headers(parked, reason);
        boolean isCopied = trySend(parked.key(), parked.value(), headers) || trySend(parked.key(), null, headers);
        if (!isCopied) {
            send(null, null, headers);
        }
        metrics.deadLetter(reason.code());
        log.warn("{} is a dead letter, {}: {}", RecordPosition.of(parked), reason.code(), reason.detail());
    }

    // With its headers it may no longer fit, first for its value and then for its key. The row has both.
    private boolean trySend(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
        try {
            send(key, value, headers);
            return true;
        } catch (RecordTooLargeException tooLarge) {
            return false;
        }
    }

    private void store(ConsumerRecord<byte[], byte[]> parked, DeadLetter reason) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(PARK_ONCE)) {
            statement.setString(1, parked.topic());
            statement.setInt(2, parked.partition());
            statement.setLong(3, parked.offset());
            statement.setBytes(4, parked.key());
            statement.setBytes(5, parked.value());
            statement.setString(6, reason.code().name());
            statement.setString(7, reason.detail());
            statement.executeUpdate();
        }
    }

    private void send(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
        try {
            producer.send(new ProducerRecord<>(topic, null, key, value, headers))
                    .get(ACKNOWLEDGEMENT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException refused) {
            throw refused.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(refused.getCause());
        } catch (TimeoutException late) {
            throw new org.apache.kafka.common.errors.TimeoutException("No acknowledgement in time", late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new org.apache.kafka.common.errors.InterruptException(stopped);
        }
    }

    static List<Header> headers(ConsumerRecord<byte[], byte[]> parked, DeadLetter reason) {
        return List.of(
                header("reason-code", reason.code().name()),
                header("reason", reason.detail()),
                header("original-topic", parked.topic()),
                header("original-partition", Integer.toString(parked.partition())),
                header("original-offset", Long.toString(parked.offset())));
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
