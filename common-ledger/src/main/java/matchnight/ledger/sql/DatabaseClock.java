package matchnight.ledger.sql;

import java.time.Instant;
import java.time.OffsetDateTime;
import matchnight.ledger.sql.StatementSequence.Found;

/** The time as the database has it. */
public final class DatabaseClock {

    private static final String READ_CLOCK = "SELECT clock_timestamp()";

    private DatabaseClock() {}

    /** The moment at which the statements before have ended. Microseconds. */
    public static Found<Instant> read(StatementSequence statements) {
        return statements.query(READ_CLOCK, (statement, first) -> first, clock -> {
            clock.next();
            return clock.getObject(1, OffsetDateTime.class).toInstant();
        });
    }
}
