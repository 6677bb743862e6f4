package matchnight.settlement.apply;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.money.Rounding;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.PlannedPage;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.plan.SettlementPlan;
import org.jspecify.annotations.Nullable;

/**
 * Writes the settlements of one page in one transaction, together with the progress that they are: all of it or nothing.
 *
 * <p>It waits for no balance. What somebody holds is passed over, and the list of what was is written in the same
 * transaction. Balances are held from the statement that takes them to the answer to COMMIT: one write and one flush.
 */
final class SettlementBatch {

    private final DataSource dataSource;
    private final PartLeases leases;
    private final BatchMetrics metrics;
    private final Pace pace;
    private final Rounding rounding;

    SettlementBatch(DataSource dataSource, PartLeases leases, BatchMetrics metrics, Pace pace, Rounding rounding) {
        this.dataSource = dataSource;
        this.leases = leases;
        this.metrics = metrics;
        this.pace = pace;
        this.rounding = rounding;
    }

    /** What became of a batch. */
    enum Outcome {
        COMMITTED,
        /** The lease has gone to another worker, a newer result has come, or a person paused. Nothing was written. */
        OUTDATED,
        /**
         * News of another market came meanwhile, or its batch settled one of the bets. Nothing was written; the page must
         * be read again.
         */
        OVERTAKEN
    }

    /**
     * What became of a batch, and of its bets.
     *
     * @param passedOver bets that wait because their balances were held
     */
    record Result(Outcome outcome, Set<UUID> passedOver) {

        static final Result OUTDATED = new Result(Outcome.OUTDATED, Set.of());
        private static final Result OVERTAKEN = new Result(Outcome.OVERTAKEN, Set.of());
        private static final Result NOTHING_TO_SETTLE = new Result(Outcome.COMMITTED, Set.of());
    }

    /**
     * What is to become of a page's bets. Asks nobody and may take its time.
     *
     * @throws ArithmeticException if a bet's returns would leave 64 bits
     */
    PlannedPage plan(Page page) {
        return SettlementPlan.of(page, rounding);
    }

    /**
     * Settles the page and leaves the part behind {@code position}.
     *
     * @param plan of this page
     * @param position where the part will stand; null leaves it at the beginning
     * @param source where the page came from
     * @throws SQLException if the transaction failed; if COMMIT was outstanding it may have happened
     */
    Result write(PartLease lease, Page page, PlannedPage plan, @Nullable PagePosition position, PageSource source)
            throws SQLException {
        long startNanos = System.nanoTime();
        Result result;
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            result = plan.settlements().isEmpty()
                    ? writeProgress(connection, lease, page, plan, position, source)
                    : writeSettlements(connection, lease, page, plan, position, source);
        }
        metrics.batch(result, System.nanoTime() - startNanos, plan.settlements());
        return result;
    }

    /**
     * Passes over every bet of the page that is to be settled, because it cannot be, and tells its owner.
     *
     * @param reason in words for a person
     */
    Result giveUp(PartLease lease, Page page, @Nullable PagePosition position, PageSource source, String reason)
            throws SQLException {
        PlannedPage plan = plan(page);
        Set<UUID> due =
                plan.settlements().stream().map(PlannedSettlement::betId).collect(Collectors.toSet());
        List<PlannedPage.Failure> failures = new ArrayList<>(plan.failures());
        page.bets().stream()
                .filter(bet -> due.contains(bet.bet().betId()))
                .map(bet -> new PlannedPage.Failure(bet, reason))
                .forEach(failures::add);
        return write(lease, page, new PlannedPage(List.of(), failures), position, source);
    }

    // The pool rolls back what is open when a connection comes back to it, which covers every exception.
    private Result writeProgress(
            Connection connection,
            PartLease lease,
            Page page,
            PlannedPage plan,
            @Nullable PagePosition position,
            PageSource source)
            throws SQLException {
        StatementSequence statements = new StatementSequence();
        Found<Integer> advanced = leases.advance(statements, lease, position, 0);
        new SkippedBets(lease, source).write(statements, page, List.of(), plan.failures());
        statements.run(connection);
        if (advanced.get() == 0) {
            connection.rollback();
            return Result.OUTDATED;
        }
        connection.commit();
        return Result.NOTHING_TO_SETTLE;
    }

    private Result writeSettlements(
            Connection connection,
            PartLease lease,
            Page page,
            PlannedPage plan,
            @Nullable PagePosition position,
            PageSource source)
            throws SQLException {
        long heldFromNanos = System.nanoTime();
        StatementSequence taking = new StatementSequence();
        Found<Integer> advanced =
                leases.advance(taking, lease, position, plan.settlements().size());
        BooleanSupplier othersStand = OtherMarkets.holdAsRead(taking, page, plan);
        LockedAccounts.Locked locked = LockedAccounts.lockThoseFree(taking, accountsOf(plan.settlements()));
        taking.run(connection);
        if (advanced.get() == 0) {
            connection.rollback();
            return Result.OUTDATED;
        }
        if (!othersStand.getAsBoolean()) {
            connection.rollback();
            return Result.OVERTAKEN;
        }
        Result result = writeUnderLocks(connection, lease, page, plan, locked.get(), source);
        if (result.outcome() == Outcome.COMMITTED) {
            held(
                    System.nanoTime() - heldFromNanos,
                    plan.settlements().size() - result.passedOver().size());
        }
        return result;
    }

    private void held(long nanos, int settled) {
        if (settled > 0) {
            metrics.balancesHeld(nanos);
            pace.held(nanos, settled);
        }
    }

    private static Result writeUnderLocks(
            Connection connection,
            PartLease lease,
            Page page,
            PlannedPage plan,
            LockedAccounts accounts,
            PageSource source)
            throws SQLException {
        List<PlannedSettlement> free = new ArrayList<>();
        List<PlannedSettlement> passedOver = new ArrayList<>();
        for (PlannedSettlement settlement : plan.settlements()) {
            (accounts.get(settlement.accountId()) == null ? passedOver : free).add(settlement);
        }
        StatementSequence writing = new StatementSequence();
        new SkippedBets(lease, source).write(writing, page, passedOver, plan.failures());
        Posting.Written written = free.isEmpty() ? () -> {} : SettlementWriting.write(writing, accounts, free);
        try {
            writing.run(connection);
        } catch (SQLException refused) {
            if (!SettlementWriting.isOvertaken(refused)) {
                throw refused;
            }
            connection.rollback();
            return Result.OVERTAKEN;
        }
        written.require();
        connection.commit();
        return new Result(
                Outcome.COMMITTED,
                passedOver.stream().map(PlannedSettlement::betId).collect(Collectors.toSet()));
    }

    private static List<AccountId> accountsOf(List<PlannedSettlement> settlements) {
        return settlements.stream().map(PlannedSettlement::accountId).toList();
    }
}
