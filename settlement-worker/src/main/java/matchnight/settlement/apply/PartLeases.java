package matchnight.settlement.apply;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import matchnight.ledger.sql.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Claims, keeps and gives back the turns at parts of markets. Whether a lease is over is decided by the database's clock;
 * whether it still holds, by its epoch inside the statement that writes.
 */
final class PartLeases {

    private static final String NOT_PAUSED = """
            NOT EXISTS (SELECT FROM settlement_pause WHERE scope IN ('all', 'market:' || part.market_id))
            """;

    // What has waited longest for a turn goes first, and of what never had one the oldest result: so a market of a
    // hundred bets is settled beside one of a million and not behind it. A part whose turn is another worker's is
    // passed
    // over without waiting. A claim for the revision that was worked towards before goes on behind its cursor; for a
    // newer one it starts over, the list of what was passed over included. The days of its bets are whole ones, so that
    // few texts of statements come of them, and a day wider than they can be: a clock may be set back by hours.
    private static final String CLAIM_OLDEST_DUE = """
            WITH due AS MATERIALIZED (
                SELECT part.market_id, part.part, job.revision
                  FROM settlement_job AS job
                  JOIN settlement_part AS part USING (market_id)
                 WHERE job.unapplied_since IS NOT NULL
                   AND part.applied_revision < job.revision
                   AND part.lease_until < clock_timestamp()
                   AND\s""" + NOT_PAUSED + """
                 ORDER BY part.last_turn_at, job.unapplied_since, part.market_id, part.part
                 LIMIT 1
                   FOR NO KEY UPDATE OF part SKIP LOCKED
            ), cleared AS (
                DELETE FROM settlement_skipped AS skipped
                 USING due JOIN settlement_part AS part USING (market_id, part)
                 WHERE skipped.market_id = due.market_id
                   AND skipped.part = due.part
                   AND part.working_revision <> due.revision
            )
            UPDATE settlement_part AS part
               SET lease_owner = ?,
                   lease_epoch = part.lease_epoch + 1,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   working_revision = due.revision,
                   cursor_account_id = CASE WHEN part.working_revision = due.revision THEN part.cursor_account_id END,
                   cursor_bet_id = CASE WHEN part.working_revision = due.revision THEN part.cursor_bet_id END
              FROM due
              JOIN market ON market.market_id = due.market_id
             WHERE part.market_id = due.market_id
               AND part.part = due.part
            RETURNING part.market_id, part.part, part.lease_epoch, part.working_revision, part.after_account_id,
                      part.up_to_account_id, part.cursor_account_id, part.cursor_bet_id, part.attempts,
                      uuidv7_lower_bound(date_trunc('day', market.created_at - interval '1 day', 'UTC')) AS first_bet_id,
                      uuidv7_lower_bound(date_trunc('day', clock_timestamp() + interval '2 days', 'UTC'))
                          AS behind_last_bet_id
            """;

    private static final String RENEW = """
            WITH job AS MATERIALIZED (
                SELECT market_id, revision FROM settlement_job WHERE market_id = ?
            ), cleared AS (
                DELETE FROM settlement_skipped AS skipped
                 USING job JOIN settlement_part AS part USING (market_id)
                 WHERE part.part = ?
                   AND part.lease_epoch = ?
                   AND part.working_revision <> job.revision
                   AND skipped.market_id = part.market_id
                   AND skipped.part = part.part
            )
            UPDATE settlement_part AS part
               SET lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   working_revision = job.revision,
                   cursor_account_id = CASE WHEN part.working_revision = job.revision THEN part.cursor_account_id END,
                   cursor_bet_id = CASE WHEN part.working_revision = job.revision THEN part.cursor_bet_id END
              FROM job
             WHERE part.market_id = job.market_id
               AND part.part = ?
               AND part.lease_epoch = ?
               AND\s""" + NOT_PAUSED + """
            RETURNING part.market_id, part.part, part.lease_epoch, part.working_revision, part.after_account_id,
                      part.up_to_account_id, part.cursor_account_id, part.cursor_bet_id, part.attempts,
                      ?::uuid AS first_bet_id,
                      uuidv7_lower_bound(date_trunc('day', clock_timestamp() + interval '2 days', 'UTC'))
                          AS behind_last_bet_id
            """;

    // The first statement of a batch. No row: the turn went to another worker, a newer result came, or a person paused
    // it; whatever it was, what was graded must not be written. A result that comes while the batch runs starts the
    // part
    // over, and that waits for this row.
    private static final String ADVANCE = """
            UPDATE settlement_part AS part
               SET cursor_account_id = ?,
                   cursor_bet_id = ?,
                   bets_settled = bets_settled + ?,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   attempts = 0,
                   last_error = NULL
             WHERE part.market_id = ?
               AND part.part = ?
               AND part.lease_epoch = ?
               AND part.working_revision = ?
               AND EXISTS (SELECT FROM settlement_job AS job
                            WHERE job.market_id = part.market_id AND job.revision = part.working_revision)
               AND\s""" + NOT_PAUSED;

    // Two parts that end at one moment must not both take the other for unfinished: the job's row puts them in order,
    // and the last statement begins after its lock was had.
    private static final String LOCK_JOB = """
            SELECT revision FROM settlement_job WHERE market_id = ? AND revision = ? FOR NO KEY UPDATE
            """;

    private static final String FINISH_PART = """
            UPDATE settlement_part AS part
               SET applied_revision = working_revision,
                   cursor_account_id = NULL,
                   cursor_bet_id = NULL,
                   lease_owner = NULL,
                   lease_until = '-infinity',
                   last_turn_at = clock_timestamp(),
                   attempts = 0,
                   last_error = NULL
             WHERE market_id = ?
               AND part = ?
               AND lease_epoch = ?
               AND working_revision = ?
               AND NOT EXISTS (SELECT FROM settlement_skipped AS skipped
                                WHERE skipped.market_id = part.market_id
                                  AND skipped.part = part.part
                                  AND skipped.reason = 'HELD')
            """;

    private static final String FINISH_JOB_WITH_ITS_LAST_PART = """
            UPDATE settlement_job AS job
               SET applied_revision = revision,
                   unapplied_since = NULL,
                   finished_at = clock_timestamp()
             WHERE market_id = ?
               AND NOT EXISTS (SELECT FROM settlement_part AS part
                                WHERE part.market_id = job.market_id
                                  AND part.applied_revision < job.revision)
            """;

    private static final String GIVE_BACK = """
            UPDATE settlement_part
               SET lease_owner = NULL,
                   lease_until = CASE WHEN ? = 0 THEN '-infinity'
                                      ELSE clock_timestamp() + ? * interval '1 millisecond' END,
                   last_turn_at = clock_timestamp()
             WHERE market_id = ?
               AND part = ?
               AND lease_epoch = ?
            """;

    private static final String POSTPONE = """
            UPDATE settlement_part
               SET attempts = attempts + 1,
                   last_error = ?,
                   lease_owner = NULL,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   last_turn_at = clock_timestamp()
             WHERE market_id = ?
               AND part = ?
               AND lease_epoch = ?
            """;

    private static final int MAX_ERROR_CHARACTERS = 500;

    private final DataSource dataSource;
    private final String owner;
    private final Duration length;

    PartLeases(DataSource dataSource, String owner, Duration length) {
        this.dataSource = dataSource;
        this.owner = owner;
        this.length = length;
    }

    Optional<PartLease> claimOldestDue() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(CLAIM_OLDEST_DUE)) {
            statement.setString(1, owner);
            statement.setLong(2, length.toMillis());
            return readLease(statement);
        }
    }

    /** Where the part stands now, with its lease prolonged; empty if the turn has gone to somebody else or is paused. */
    Optional<PartLease> renew(PartLease lease) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(RENEW)) {
            statement.setString(1, lease.marketId().value());
            statement.setShort(2, lease.part());
            statement.setLong(3, lease.epoch());
            statement.setLong(4, length.toMillis());
            statement.setShort(5, lease.part());
            statement.setLong(6, lease.epoch());
            statement.setObject(7, lease.days().first());
            return readLease(statement);
        }
    }

    private static Optional<PartLease> readLease(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(leaseOf(row)) : Optional.empty();
        }
    }

    private static PartLease leaseOf(ResultSet row) throws SQLException {
        return new PartLease(
                new MarketId(row.getString("market_id")),
                row.getShort("part"),
                row.getLong("lease_epoch"),
                row.getLong("working_revision"),
                new AccountRange(row.getString("after_account_id"), row.getString("up_to_account_id")),
                positionOf(row),
                new BetDays(row.getObject("first_bet_id", UUID.class), row.getObject("behind_last_bet_id", UUID.class)),
                row.getInt("attempts"));
    }

    private static @Nullable PagePosition positionOf(ResultSet row) throws SQLException {
        String account = row.getString("cursor_account_id");
        return account == null
                ? null
                : new PagePosition(new AccountId(account), row.getObject("cursor_bet_id", UUID.class));
    }

    /**
     * Moves the cursor within the caller's transaction, on condition that the lease and the revision stand and nobody has
     * paused the market.
     *
     * @param position where the work will stand; null leaves it at the beginning
     * @return how many rows it changed: if none, the caller must roll back
     */
    Found<Integer> advance(
            StatementSequence statements, PartLease lease, @Nullable PagePosition position, int settlements) {
        return statements.update(ADVANCE, (statement, first) -> {
            statement.setString(
                    first, position == null ? null : position.accountId().value());
            statement.setObject(first + 1, position == null ? null : position.betId(), java.sql.Types.OTHER);
            statement.setInt(first + 2, settlements);
            statement.setLong(first + 3, length.toMillis());
            statement.setString(first + 4, lease.marketId().value());
            statement.setShort(first + 5, lease.part());
            statement.setLong(first + 6, lease.epoch());
            statement.setLong(first + 7, lease.revision());
            return first + 8;
        });
    }

    /**
     * Marks the revision as wholly applied to the part, and to the market with its last part.
     *
     * @return false if the lease or the revision no longer stands, or bets wait that were passed over
     */
    boolean finish(PartLease lease) throws SQLException {
        return Transaction.run(dataSource, connection -> finishIn(connection, lease));
    }

    private static boolean finishIn(Connection connection, PartLease lease) throws SQLException {
        return isLocked(connection, lease)
                && finishPart(connection, lease)
                && finishJobWithItsLastPart(connection, lease);
    }

    private static boolean isLocked(Connection connection, PartLease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK_JOB)) {
            statement.setString(1, lease.marketId().value());
            statement.setLong(2, lease.revision());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private static boolean finishPart(Connection connection, PartLease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FINISH_PART)) {
            statement.setString(1, lease.marketId().value());
            statement.setShort(2, lease.part());
            statement.setLong(3, lease.epoch());
            statement.setLong(4, lease.revision());
            return statement.executeUpdate() == 1;
        }
    }

    private static boolean finishJobWithItsLastPart(Connection connection, PartLease lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FINISH_JOB_WITH_ITS_LAST_PART)) {
            statement.setString(1, lease.marketId().value());
            statement.executeUpdate();
            return true;
        }
    }

    /** Ends the turn; any worker may take the next one after the pause. */
    void giveBack(PartLease lease, Duration pause) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(GIVE_BACK)) {
            statement.setLong(1, pause.toMillis());
            statement.setLong(2, pause.toMillis());
            statement.setString(3, lease.marketId().value());
            statement.setShort(4, lease.part());
            statement.setLong(5, lease.epoch());
            statement.executeUpdate();
        }
    }

    /** Notes a failure and lets nobody try again before the pause is over; other markets go on. */
    void postpone(PartLease lease, String error, Duration pause) throws SQLException {
        String printable = error.replaceAll("[^\\x20-\\x7E]", "?");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(POSTPONE)) {
            statement.setString(1, printable.substring(0, Math.min(printable.length(), MAX_ERROR_CHARACTERS)));
            statement.setLong(2, pause.toMillis());
            statement.setString(3, lease.marketId().value());
            statement.setShort(4, lease.part());
            statement.setLong(5, lease.epoch());
            statement.executeUpdate();
        }
    }
}
