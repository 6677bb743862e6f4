package matchnight.settlement.intake;

import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Where and when a record stands in its topic.
 *
 * @param timestamp the broker's; the age of the backlog counts from it
 */
record RecordPosition(String topic, int partition, long offset, Instant timestamp) {

    static RecordPosition of(ConsumerRecord<?, ?> consumed) {
        return new RecordPosition(
                consumed.topic(), consumed.partition(), consumed.offset(), Instant.ofEpochMilli(consumed.timestamp()));
    }

    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
