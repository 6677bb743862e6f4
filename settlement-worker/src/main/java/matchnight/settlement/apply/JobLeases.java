package matchnight.settlement.apply;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;

/**
 * Claims, keeps and gives back the turns at markets. Whether a lease is over is decided by the database's clock; whether it
 * still holds, by its epoch inside the statement that writes.
 */
final class JobLeases {

    // The oldest unapplied result goes first. A job whose turn is another worker's is passed over without waiting. A
    // claim for the revision that was worked towards before goes on behind its cursor; for a newer one it starts over.
    private static final String CLAIM_OLDEST_DUE = """
            WITH due AS MATERIALIZED (
                SELECT market_id
                  FROM settlement_job
                 WHERE unapplied_since IS NOT NULL
                   AND lease_until < clock_timestamp()
                 ORDER BY unapplied_since, market_id
                 LIMIT 1
                   FOR NO KEY UPDATE SKIP LOCKED
            )
            UPDATE settlement_job AS job
               SET lease_owner = ?,
                   lease_epoch = job.lease_epoch + 1,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   working_revision = job.revision,
                   cursor_account_id = CASE WHEN job.working_revision = job.revision THEN job.cursor_account_id END,
                   cursor_bet_id = CASE WHEN job.working_revision = job.revision THEN job.cursor_bet_id END
              FROM due
              JOIN market ON market.market_id = due.market_id
             WHERE job.market_id = due.market_id
            RETURNING job.market_id, job.lease_epoch, job.revision, job.cursor_account_id, job.cursor_bet_id,
                      job.attempts, uuidv7_lower_bound(market.created_at - interval '1 hour') AS earliest_bet_id
            """;

    private static final String RENEW = """
            UPDATE settlement_job AS job
               SET lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   working_revision = job.revision,
                   cursor_account_id = CASE WHEN job.working_revision = job.revision THEN job.cursor_account_id END,
                   cursor_bet_id = CASE WHEN job.working_revision = job.revision THEN job.cursor_bet_id END
             WHERE job.market_id = ?
               AND job.lease_epoch = ?
            RETURNING job.market_id, job.lease_epoch, job.revision, job.cursor_account_id, job.cursor_bet_id,
                      job.attempts, ?::uuid AS earliest_bet_id
            """;

    // The first statement of a batch. No row: the turn went to another worker, or a newer result came; either way what
    // was graded must not be written. Intake of a newer result waits here until the batch has committed.
    private static final String ADVANCE = """
            UPDATE settlement_job
               SET cursor_account_id = ?,
                   cursor_bet_id = ?,
                   bets_settled = bets_settled + ?,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond',
                   attempts = 0,
                   last_error = NULL
             WHERE market_id = ?
               AND lease_epoch = ?
               AND revision = ?
            RETURNING clock_timestamp()
            """;

    private static final String FINISH = """
            UPDATE settlement_job
               SET applied_revision = revision,
                   unapplied_since = NULL,
                   cursor_account_id = NULL,
                   cursor_bet_id = NULL,
                   lease_owner = NULL,
                   lease_until = '-infinity',
                   attempts = 0,
                   last_error = NULL,
                   finished_at = clock_timestamp()
             WHERE market_id = ?
               AND lease_epoch = ?
               AND revision = ?
            """;

    private static final String GIVE_BACK = """
            UPDATE settlement_job
               SET lease_owner = NULL,
                   lease_until = '-infinity'
             WHERE market_id = ?
               AND lease_epoch = ?
            """;

    private static final String POSTPONE = """
            UPDATE settlement_job
               SET attempts = attempts + 1,
                   last_error = ?,
                   lease_owner = NULL,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond'
             WHERE market_id = ?
               AND lease_epoch = ?
            """;

    private static final int MAX_ERROR_CHARACTERS = 500;

    private final DataSource dataSource;
    private final String owner;
    private final Duration length;

    JobLeases(DataSource dataSource, String owner, Duration length) {
        this.dataSource = dataSource;
        this.owner = owner;
        this.length = length;
    }

    Optional<JobLease> claimOldestDue() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(CLAIM_OLDEST_DUE)) {
            statement.setString(1, owner);
            statement.setLong(2, length.toMillis());
            return readLease(statement);
        }
    }

    /** Where the job stands now, with its lease prolonged; empty if the turn has gone to somebody else. */
    Optional<JobLease> renew(JobLease lease) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(RENEW)) {
            statement.setLong(1, length.toMillis());
            statement.setString(2, lease.marketId().value());
            statement.setLong(3, lease.epoch());
            statement.setObject(4, lease.earliestBetId());
            return readLease(statement);
        }
    }

    private static Optional<JobLease> readLease(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            return row.next() ? Optional.of(leaseOf(row)) : Optional.empty();
        }
    }

    private static JobLease leaseOf(ResultSet row) throws SQLException {
        String account = row.getString("cursor_account_id");
        return new JobLease(
                new MarketId(row.getString("market_id")),
                row.getLong("lease_epoch"),
                row.getLong("revision"),
                account == null
                        ? null
                        : new PagePosition(new AccountId(account), row.getObject("cursor_bet_id", UUID.class)),
                row.getObject("earliest_bet_id", UUID.class),
                row.getInt("attempts"));
    }

    /**
     * Moves the cursor within the caller's transaction, on condition that the lease and the revision stand.
     *
     * @return the database's clock, or empty if they do not: the caller must roll back
     */
    Optional<Instant> advance(Connection connection, JobLease lease, PagePosition position, int settlements)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADVANCE)) {
            statement.setString(1, position.accountId().value());
            statement.setObject(2, position.betId());
            statement.setInt(3, settlements);
            statement.setLong(4, length.toMillis());
            statement.setString(5, lease.marketId().value());
            statement.setLong(6, lease.epoch());
            statement.setLong(7, lease.revision());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(row.getObject(1, OffsetDateTime.class).toInstant())
                        : Optional.empty();
            }
        }
    }

    /** Marks the revision as wholly applied; false if the lease or the revision no longer stands. */
    boolean finish(JobLease lease) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(FINISH)) {
            statement.setString(1, lease.marketId().value());
            statement.setLong(2, lease.epoch());
            statement.setLong(3, lease.revision());
            return statement.executeUpdate() == 1;
        }
    }

    /** Lets any worker go on at once. */
    void giveBack(JobLease lease) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(GIVE_BACK)) {
            statement.setString(1, lease.marketId().value());
            statement.setLong(2, lease.epoch());
            statement.executeUpdate();
        }
    }

    /** Notes a failure and lets nobody try again before the pause is over; other markets go on. */
    void postpone(JobLease lease, String error, Duration pause) throws SQLException {
        String printable = error.replaceAll("[^\\x20-\\x7E]", "?");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(POSTPONE)) {
            statement.setString(1, printable.substring(0, Math.min(printable.length(), MAX_ERROR_CHARACTERS)));
            statement.setLong(2, pause.toMillis());
            statement.setString(3, lease.marketId().value());
            statement.setLong(4, lease.epoch());
            statement.executeUpdate();
        }
    }
}
