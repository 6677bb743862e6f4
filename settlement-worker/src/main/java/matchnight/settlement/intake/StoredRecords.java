package matchnight.settlement.intake;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Makes records of what the database keeps of them. */
final class StoredRecords {

    private StoredRecords() {}

    /**
     * The record that a row keeps in its columns {@code topic} and {@code record_*}.
     *
     * @param timestampColumn which has the time that counts as the broker's
     */
    static ConsumerRecord<byte[], byte[]> read(ResultSet row, String timestampColumn) throws SQLException {
        return new ConsumerRecord<>(
                row.getString("topic"),
                row.getInt("record_partition"),
                row.getLong("record_offset"),
                row.getObject(timestampColumn, OffsetDateTime.class).toInstant().toEpochMilli(),
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                row.getBytes("record_key"),
                row.getBytes("record_value"),
                new RecordHeaders(),
                Optional.empty());
    }
}
