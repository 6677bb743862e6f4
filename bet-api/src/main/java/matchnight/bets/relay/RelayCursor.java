package matchnight.bets.relay;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The row that relays side by side agree by: how far the outbox is acknowledged, who may publish until when by the
 * database's clock, and what keeps it from moving.
 *
 * <p>Every method is one statement in a transaction of its own.
 */
final class RelayCursor {

    /** The cursor's name: one for each topic that the outbox is relayed to. */
    static final String NAME = "bet-events";

    // An owner may take its own lease again: it has one thread, and that one just gave up what it did under it.
    private static final String TAKE_LEASE_IF_FREE = """
            UPDATE relay_cursor
               SET lease_owner = :owner,
                   lease_epoch = lease_epoch + 1,
                   lease_until = clock_timestamp() + :leaseMillis * interval '1 millisecond',
                   updated_at = clock_timestamp()
             WHERE relay = :relay
               AND (lease_until < clock_timestamp() OR lease_owner = :owner)
            RETURNING lease_epoch, last_outbox_id, last_written_on, attempts
            """;

    private static final String RENEW_LEASE = """
            UPDATE relay_cursor
               SET lease_until = clock_timestamp() + :leaseMillis * interval '1 millisecond',
                   updated_at = clock_timestamp()
             WHERE relay = :relay AND lease_owner = :owner AND lease_epoch = :epoch
            """;

    // Committed without waiting for the disk: a crash of the server can only forget the newest advances, and then the
    // same events go out again under the same ids. Placement keeps the disk to itself. What grants or extends a lease
    // does wait, so a forgotten advance never makes a lease look longer than the database knows.
    private static final String ADVANCE = """
            WITH unsynced AS MATERIALIZED (
                SELECT set_config('synchronous_commit', 'off', true) AS setting
            )
            UPDATE relay_cursor
               SET last_outbox_id = :toId,
                   last_written_on = :toDay,
                   attempts = 0,
                   last_error = NULL,
                   updated_at = clock_timestamp()
              FROM unsynced
             WHERE setting = 'off'
               AND relay = :relay AND lease_owner = :owner AND lease_epoch = :epoch
               AND last_outbox_id = :fromId
            """;

    private static final String RECORD_FAILURE_AND_FREE_LEASE = """
            UPDATE relay_cursor
               SET last_outbox_id = :toId,
                   last_written_on = :toDay,
                   attempts = attempts + 1,
                   last_error = :error,
                   lease_until = '-infinity',
                   updated_at = clock_timestamp()
             WHERE relay = :relay AND lease_owner = :owner AND lease_epoch = :epoch
               AND last_outbox_id = :fromId
            """;

    private static final String FREE_LEASE = """
            UPDATE relay_cursor
               SET lease_until = '-infinity', updated_at = clock_timestamp()
             WHERE relay = :relay AND lease_owner = :owner AND lease_epoch = :epoch
            """;

    private final JdbcClient database;
    private final String owner;
    private final Duration leaseLength;

    RelayCursor(DataSource dataSource, String owner, Duration leaseLength) {
        this.database = JdbcClient.create(dataSource);
        this.owner = owner;
        this.leaseLength = leaseLength;
    }

    /** A new lease and the place to go on from. */
    record Term(Lease lease, Position position, int failedAttempts) {}

    /** Begins a term of this owner, unless another's lease still runs. */
    Optional<Term> takeLeaseIfFree() {
        long askedAtNanos = System.nanoTime();
        return statement(TAKE_LEASE_IF_FREE)
                .param("leaseMillis", leaseLength.toMillis())
                .query((row, number) -> readTerm(row, askedAtNanos))
                .optional();
    }

    private Term readTerm(ResultSet row, long askedAtNanos) throws SQLException {
        return new Term(
                Lease.takenAt(row.getLong("lease_epoch"), askedAtNanos, leaseLength),
                new Position(row.getLong("last_outbox_id"), row.getObject("last_written_on", LocalDate.class)),
                row.getInt("attempts"));
    }

    /**
     * The same term with its full length before it again.
     *
     * @throws LeaseLostException if another owner has taken over
     */
    Lease renew(Lease lease) {
        long askedAtNanos = System.nanoTime();
        int renewed = statement(RENEW_LEASE)
                .param("leaseMillis", leaseLength.toMillis())
                .param("epoch", lease.epoch())
                .update();
        requireHeld(renewed, "renew the lease on", lease);
        return Lease.takenAt(lease.epoch(), askedAtNanos, leaseLength);
    }

    /**
     * Moves the cursor over what the broker has acknowledged, and clears what kept it from moving.
     *
     * @throws LeaseLostException if another owner has taken over, or the server forgot the last advance in a crash
     */
    void advance(Lease lease, Position from, Position to) {
        int advanced = statement(ADVANCE)
                .param("epoch", lease.epoch())
                .param("fromId", from.lastOutboxId())
                .param("toId", to.lastOutboxId())
                .param("toDay", to.lastWrittenOn())
                .update();
        requireHeld(advanced, "advance", lease);
    }

    /**
     * Notes a failed attempt, moves the cursor over what was acknowledged before it, and ends the term, so that a relay
     * with a better view of the broker may try.
     */
    void recordFailure(Lease lease, Position from, Position acknowledged, String error) {
        int recorded = statement(RECORD_FAILURE_AND_FREE_LEASE)
                .param("epoch", lease.epoch())
                .param("fromId", from.lastOutboxId())
                .param("toId", acknowledged.lastOutboxId())
                .param("toDay", acknowledged.lastWrittenOn())
                .param("error", FailureText.shorten(error))
                .update();
        requireHeld(recorded, "record a failure on", lease);
    }

    /** Ends the term. Does nothing if it has ended already. */
    void free(Lease lease) {
        statement(FREE_LEASE).param("epoch", lease.epoch()).update();
    }

    private JdbcClient.StatementSpec statement(String sql) {
        return database.sql(sql).param("relay", NAME).param("owner", owner);
    }

    private static void requireHeld(int updatedRows, String intention, Lease lease) {
        if (updatedRows != 1) {
            throw new LeaseLostException(intention, lease.epoch());
        }
    }
}
