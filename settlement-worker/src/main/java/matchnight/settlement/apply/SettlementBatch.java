package matchnight.settlement.apply;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.settlement.plan.PlannedSettlement;

/**
 * Writes the settlements of one page in one transaction, together with the progress that they are: all of it or nothing.
 *
 * <p>The balances come last. They are held from the first statement that touches them to the answer to COMMIT, which is one
 * write and one flush.
 */
final class SettlementBatch {

    // Sorted by account and bet, as every batch is: two batches with bets in common wait for each other's keys in one
    // order. A key that is taken makes the count short.
    private static final String INSERT_SETTLEMENTS = """
            INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                        exact_returns, proof, settled_at)
            SELECT *, ?::timestamptz
              FROM unnest(?::uuid[], ?::integer[], ?::text[], ?::bet_settlement_kind[], ?::bigint[], ?::text[],
                          ?::text[], ?::smallint[], ?::text[], ?::jsonb[])
            ON CONFLICT DO NOTHING
            """;

    private final DataSource dataSource;
    private final JobLeases leases;
    private final BatchMetrics metrics;

    SettlementBatch(DataSource dataSource, JobLeases leases, BatchMetrics metrics) {
        this.dataSource = dataSource;
        this.leases = leases;
        this.metrics = metrics;
    }

    /** What became of a batch. */
    enum Outcome {
        COMMITTED,
        /** The lease has gone to another worker, or a newer result has come. Nothing was written. */
        OUTDATED,
        /** Another market's batch settled one of the bets meanwhile. Nothing was written; the page must be read again. */
        OVERTAKEN
    }

    /**
     * Writes the settlements and moves the job behind {@code position}.
     *
     * @throws SQLException if the transaction failed; if COMMIT was outstanding it may have happened
     */
    Outcome write(JobLease lease, PagePosition position, List<PlannedSettlement> settlements) throws SQLException {
        long startNanos = System.nanoTime();
        Outcome outcome;
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            outcome = writeIn(connection, lease, position, settlements);
        }
        metrics.batch(outcome, System.nanoTime() - startNanos, settlements);
        return outcome;
    }

    // The pool rolls back what is open when a connection comes back to it, which covers every exception.
    private Outcome writeIn(
            Connection connection, JobLease lease, PagePosition position, List<PlannedSettlement> settlements)
            throws SQLException {
        Optional<Instant> moment = leases.advance(connection, lease, position, settlements.size());
        if (moment.isEmpty()) {
            connection.rollback();
            return Outcome.OUTDATED;
        }
        if (settlements.isEmpty()) {
            connection.commit();
            return Outcome.COMMITTED;
        }
        if (insert(connection, settlements, moment.get()) < settlements.size()) {
            connection.rollback();
            return Outcome.OVERTAKEN;
        }
        List<Effect> effects = settlements.stream()
                .map(settlement -> settlement.effectAt(moment.get()))
                .toList();
        postAndCommit(connection, effects);
        return Outcome.COMMITTED;
    }

    private static int insert(Connection connection, List<PlannedSettlement> settlements, Instant moment)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_SETTLEMENTS)) {
            statement.setString(1, moment.toString());
            ColumnArrays.from(statement, 2, settlements)
                    .bind("uuid", PlannedSettlement::betId)
                    .bind("integer", PlannedSettlement::version)
                    .bind("text", settlement -> settlement.accountId().value())
                    .bind("text", settlement -> settlement.kind().name())
                    .bind("bigint", PlannedSettlement::returns)
                    .bind("text", settlement -> settlement.cause().type())
                    .bind("text", settlement -> settlement.cause().reference())
                    .bind("smallint", PlannedSettlement::ruleVersion)
                    .bind("text", PlannedSettlement::exactReturns)
                    .bind("text", PlannedSettlement::proof);
            return statement.executeUpdate();
        }
    }

    private void postAndCommit(Connection connection, List<Effect> effects) throws SQLException {
        long heldFromNanos = System.nanoTime();
        LockedAccounts accounts = LockedAccounts.lockInOrder(
                connection, effects.stream().map(Effect::accountId).toList());
        Posting.number(accounts, effects).write(connection, Posting.Cover.MAY_LEAVE_DEBT);
        connection.commit();
        metrics.balancesHeld(System.nanoTime() - heldFromNanos);
    }
}
