package matchnight.settlement.intake;

import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.testing.World;

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

    static RecordPosition nextPosition() {
        return new RecordPosition("market-results", 0, OFFSETS.getAndIncrement(), Instant.now());
    }
}
