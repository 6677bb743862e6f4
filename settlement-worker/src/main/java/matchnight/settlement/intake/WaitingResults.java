package matchnight.settlement.intake;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The records that wait for their market or selection, in the database, for every worker to see. */
final class WaitingResults {

    private static final String ADD_ONCE = """
            INSERT INTO result_waiting (topic, record_partition, record_offset, record_key, record_value, kafka_timestamp,
                                        market_id, detail, wait_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, clock_timestamp() + ? * interval '1 millisecond')
            ON CONFLICT DO NOTHING
            """;

    // Of a market that is still unknown there is nothing to try before the time is over.
    private static final String FIND_NEXT_TO_TRY = """
            SELECT topic, record_partition, record_offset, record_key, record_value, kafka_timestamp,
                   wait_until <= clock_timestamp() AS is_over
              FROM result_waiting AS waiting
             WHERE (topic, record_partition, record_offset) > (?, ?, ?)
               AND (wait_until <= clock_timestamp()
                    OR EXISTS (SELECT FROM market WHERE market.market_id = waiting.market_id))
             ORDER BY topic, record_partition, record_offset
             LIMIT 1
            """;

    private static final String TAKE_IN_HAND = """
            SELECT
              FROM result_waiting
             WHERE topic = ? AND record_partition = ? AND record_offset = ?
               FOR UPDATE SKIP LOCKED
            """;

    // Parking waits for the broker, which no transaction of ours does: the row is put out of the others' reach for as
    // long
    // as that can take. Whoever dies over it leaves it to the next look after that.
    private static final String TAKE_OUT_TO_PARK = """
            UPDATE result_waiting
               SET wait_until = clock_timestamp() + interval '30 seconds'
             WHERE topic = ? AND record_partition = ? AND record_offset = ?
               AND wait_until <= clock_timestamp()
            """;

    private static final String REMOVE = """
            DELETE FROM result_waiting WHERE topic = ? AND record_partition = ? AND record_offset = ?
            """;

    private static final String COUNT = "SELECT count(*) FROM result_waiting";

    private final DataSource dataSource;
    private final Duration wait;

    WaitingResults(DataSource dataSource, Duration wait) {
        this.dataSource = dataSource;
        this.wait = wait;
    }

    /**
     * A record that may be tried.
     *
     * @param isOver whether it has waited as long as it may
     */
    record Waiting(ConsumerRecord<byte[], byte[]> received, boolean isOver) {}

    /** Whether nothing ever waits. */
    boolean isOff() {
        return wait.isZero();
    }

    /** Lets the record wait from now on; one that waits already goes on waiting. */
    void add(ConsumerRecord<byte[], byte[]> consumed, MarketId marketId, DeadLetter reason) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(ADD_ONCE)) {
            bindKey(statement, 1, consumed);
            statement.setBytes(4, consumed.key());
            statement.setBytes(5, consumed.value());
            statement.setObject(6, Instant.ofEpochMilli(consumed.timestamp()).atOffset(ZoneOffset.UTC));
            statement.setString(7, marketId.value());
            statement.setString(8, reason.detail());
            statement.setLong(9, wait.toMillis());
            statement.executeUpdate();
        }
    }

    /** The first record behind another one, in the order of the topic, that may be tried; no lock is taken. */
    Optional<Waiting> findNextToTry(@Nullable ConsumerRecord<byte[], byte[]> after) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(FIND_NEXT_TO_TRY)) {
            statement.setString(1, after == null ? "" : after.topic());
            statement.setInt(2, after == null ? -1 : after.partition());
            statement.setLong(3, after == null ? -1 : after.offset());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(
                                new Waiting(StoredRecords.read(row, "kafka_timestamp"), row.getBoolean("is_over")))
                        : Optional.empty();
            }
        }
    }

    /** Locks the record for the caller's transaction; false if somebody else has it, or had it. */
    static boolean takeInHand(Connection connection, ConsumerRecord<?, ?> received) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(TAKE_IN_HAND)) {
            bindKey(statement, 1, received);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Keeps the other workers from parking a record that has waited for too long; false if one of them does. */
    boolean takeOutToPark(ConsumerRecord<?, ?> received) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(TAKE_OUT_TO_PARK)) {
            bindKey(statement, 1, received);
            return statement.executeUpdate() == 1;
        }
    }

    /** Ends the record's wait. */
    void remove(ConsumerRecord<?, ?> received) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            remove(connection, received);
        }
    }

    /** Ends the record's wait within the caller's transaction. */
    static void remove(Connection connection, ConsumerRecord<?, ?> received) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(REMOVE)) {
            bindKey(statement, 1, received);
            statement.executeUpdate();
        }
    }

    long count() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void bindKey(PreparedStatement statement, int first, ConsumerRecord<?, ?> received)
            throws SQLException {
        statement.setString(first, received.topic());
        statement.setInt(first + 1, received.partition());
        statement.setLong(first + 2, received.offset());
    }
}
