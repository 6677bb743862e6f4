package matchnight.settlement.intake;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.ResultReader;
import matchnight.settlement.testing.World;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Stores results as intake does, for tests that need no broker. */
public final class StoredResults {

    private static final AtomicLong OFFSETS = new AtomicLong();

    private StoredResults() {}

    public static void store(World world, MarketResult event) throws SQLException {
        IntakeOutcome outcome = new ResultStorage(world.worker()).store(event, nextPosition());
        if (!(outcome instanceof IntakeOutcome.Stored)) {
            throw new AssertionError("Not stored: " + outcome);
        }
    }

    /** Takes records in as the consumer does. */
    public static final class Feed {

        private final RecordStoring storing;

        public Feed(DataSource worker) {
            this.storing = new RecordStoring(
                    ResultReader::read,
                    new ResultStorage(worker),
                    new IntakeMetrics(new SimpleMeterRegistry()),
                    () -> {});
        }

        /** Fails if the record is refused. */
        public void deliver(String key, String value) throws SQLException {
            ConsumerRecord<byte[], byte[]> delivered = new ConsumerRecord<>(
                    "market-results",
                    0,
                    OFFSETS.getAndIncrement(),
                    key.getBytes(StandardCharsets.UTF_8),
                    value.getBytes(StandardCharsets.UTF_8));
            RecordStoring.Taken taken = storing.take(delivered, (_, event) -> event.store());
            if (!(taken instanceof RecordStoring.Taken.In)) {
                throw new AssertionError("Not taken in: " + taken + " " + value);
            }
        }
    }

    static RecordPosition nextPosition() {
        return new RecordPosition("market-results", 0, OFFSETS.getAndIncrement(), Instant.now());
    }
}
