package matchnight.settlement.apply;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import matchnight.ledger.barrier.RunningTransactions;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.plan.SettlementPlan;

/** Works through the bets of one claimed market, page by page, until it is done, the turn is lost, or the worker stops. */
final class MarketSettlement {

    private final DataSource dataSource;
    private final JobLeases leases;
    private final MarketBets bets;
    private final SettlementBatch batch;
    private final int pageSize;
    private final Duration barrierLimit;

    MarketSettlement(
            DataSource dataSource,
            JobLeases leases,
            MarketBets bets,
            SettlementBatch batch,
            int pageSize,
            Duration barrierLimit) {
        this.dataSource = dataSource;
        this.leases = leases;
        this.bets = bets;
        this.batch = batch;
        this.pageSize = pageSize;
        this.barrierLimit = barrierLimit;
    }

    /**
     * Works until there is nothing left to do or {@code stopping} says so; the batch in hand is finished first and the
     * lease given back.
     *
     * @throws SQLException if a statement failed; what was committed before stays
     */
    void work(JobLease claimed, BooleanSupplier stopping) throws SQLException {
        Optional<JobLease> turn = Optional.of(claimed);
        while (turn.isPresent()) {
            turn = workTowardsOneRevision(turn.get(), stopping);
        }
    }

    /** Returns the turn to go on with when a newer revision has come, empty when the work is over. */
    private Optional<JobLease> workTowardsOneRevision(JobLease claimed, BooleanSupplier stopping) throws SQLException {
        JobLease lease = claimed;
        awaitPlacementsThatSawItOpen();
        while (!stopping.getAsBoolean()) {
            Page page = bets.readPage(lease, pageSize);
            if (page.bets().isEmpty()) {
                return leases.finish(lease) ? Optional.empty() : leases.renew(lease);
            }
            PagePosition end = endOf(page);
            List<PlannedSettlement> settlements = SettlementPlan.of(page);
            switch (batch.write(lease, end, settlements)) {
                case COMMITTED -> lease = lease.movedTo(end);
                case OUTDATED -> {
                    return leases.renew(lease);
                }
                // What the other batch wrote may lack our news, or ours its: the same page is read again.
                case OVERTAKEN -> {}
            }
        }
        leases.giveBack(lease);
        return Optional.empty();
    }

    // The claimed revision was committed with its selections shut. A placement that read them open before may still
    // commit; once those that run now have ended, no further bet of theirs can appear behind the cursor.
    private void awaitPlacementsThatSawItOpen() throws SQLException {
        RunningTransactions.awaitEndOfThoseRunningNow(dataSource, RunningTransactions.PLACING_ROLES, barrierLimit);
    }

    private static PagePosition endOf(Page page) {
        Bet last = page.bets().getLast().bet();
        return new PagePosition(last.accountId(), last.betId());
    }
}
