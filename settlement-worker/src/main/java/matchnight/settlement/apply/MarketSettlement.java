package matchnight.settlement.apply;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import matchnight.ledger.barrier.PlacingRoles;
import matchnight.ledger.barrier.RunningTransactions;
import matchnight.settlement.apply.SettlementBatch.Outcome;
import matchnight.settlement.apply.SettlementBatch.Result;
import matchnight.settlement.database.Refusal;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.logging.BoundedLog;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.PlannedPage;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Works through the bets of one claimed part of a market, page by page, until it is done, the turn is over or lost, or the
 * worker stops.
 */
final class MarketSettlement {

    // Held balances are free again within milliseconds, or somebody sits on one: then others come first.
    private static final Duration PAUSE_WHILE_BALANCES_ARE_HELD = Duration.ofMillis(50);
    private static final Duration LONGEST_ROUND_OF_HELD_ONES = Duration.ofMillis(200);

    private static final int BATCHES_READ_AT_ONCE = 5;
    private static final int MOST_READ_AHEAD = 250;

    private final DataSource dataSource;
    private final PartLeases leases;
    private final MarketDivision division;
    private final MarketBets bets;
    private final SettlementBatch batch;
    private final Pace pace;
    private final Duration turn;
    private final Duration barrierLimit;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(MarketSettlement.class));

    /**
     * Begins with nothing claimed.
     *
     * @param turn after which another market may have its turn
     * @param barrierLimit how long to wait for placements that may have seen a selection open
     */
    MarketSettlement(
            DataSource dataSource,
            PartLeases leases,
            MarketDivision division,
            MarketBets bets,
            SettlementBatch batch,
            Pace pace,
            Duration turn,
            Duration barrierLimit) {
        this.dataSource = dataSource;
        this.leases = leases;
        this.division = division;
        this.bets = bets;
        this.batch = batch;
        this.pace = pace;
        this.turn = turn;
        this.barrierLimit = barrierLimit;
    }

    /**
     * Works until there is nothing left to do, the turn is over or {@code stopping} says so; the batch in hand is finished
     * first and the lease given back.
     *
     * @throws SQLException if a statement failed; what was committed before stays
     */
    void work(PartLease claimed, BooleanSupplier stopping) throws SQLException {
        PartLease prepared = prepare(claimed);
        // What came before the first page is not the turn's: else one that begins slowly would never settle a page.
        long endNanos = System.nanoTime() + turn.toNanos();
        BooleanSupplier over = () -> stopping.getAsBoolean() || System.nanoTime() - endNanos >= 0;
        Optional<PartLease> lease = workTowardsOneRevision(prepared, over);
        while (lease.isPresent()) {
            lease = workTowardsOneRevision(prepare(lease.get()), over);
        }
    }

    private PartLease prepare(PartLease lease) throws SQLException {
        if (!lease.isAtTheBeginning()) {
            return lease;
        }
        awaitPlacementsThatSawItOpen();
        return division.divideIfLarge(lease);
    }

    /** Returns the turn to go on with when a newer revision has come, empty when the work is over. */
    private Optional<PartLease> workTowardsOneRevision(PartLease prepared, BooleanSupplier over) throws SQLException {
        PartLease lease = prepared;
        Page read = Page.empty(lease.marketId());
        while (!over.getAsBoolean()) {
            if (read.isEmpty()) {
                read = bets.readPage(lease, betsToRead());
            }
            if (read.isEmpty()) {
                return settlePassedOverAndFinish(lease, over);
            }
            Page page = read.first(pace.bets());
            PagePosition end = endOf(page);
            switch (settle(lease, page, end, PageSource.MARKET, over).outcome()) {
                case COMMITTED -> {
                    lease = lease.movedTo(end);
                    read = read.behind(page.bets().size());
                }
                case OUTDATED -> {
                    return renewOrGiveBack(lease);
                }
                // What the other batch wrote may lack our news, or ours its: the same bets are read again.
                case OVERTAKEN -> read = Page.empty(lease.marketId());
            }
        }
        leases.giveBack(lease, Duration.ZERO);
        return Optional.empty();
    }

    // Reading is the same work for one batch as for several, and holds nobody up. However old what was read is, a
    // batch is written only if the revisions of all its bets' markets still stand and none of them has been settled
    // since.
    private int betsToRead() {
        int batch = pace.bets();
        return Math.max(batch, Math.min(BATCHES_READ_AT_ONCE * batch, MOST_READ_AHEAD));
    }

    // A turn that a person paused is still this worker's until its lease is over, and whoever drains the market would
    // wait for that. To a lease that went to somebody else, giving back does nothing.
    private Optional<PartLease> renewOrGiveBack(PartLease lease) throws SQLException {
        Optional<PartLease> renewed = leases.renew(lease);
        if (renewed.isEmpty()) {
            leases.giveBack(lease, Duration.ZERO);
        }
        return renewed;
    }

    private Optional<PartLease> settlePassedOverAndFinish(PartLease lease, BooleanSupplier over) throws SQLException {
        long roundsEndNanos = System.nanoTime() + LONGEST_ROUND_OF_HELD_ONES.toNanos();
        while (true) {
            switch (settlePassedOver(lease, over)) {
                case LOST -> {
                    return renewOrGiveBack(lease);
                }
                case ALL_SETTLED -> {
                    return leases.finish(lease) ? Optional.empty() : renewOrGiveBack(lease);
                }
                case SOME_STILL_HELD -> {
                    if (over.getAsBoolean() || System.nanoTime() - roundsEndNanos >= 0) {
                        leases.giveBack(lease, PAUSE_WHILE_BALANCES_ARE_HELD);
                        return Optional.empty();
                    }
                    pause();
                }
            }
        }
    }

    private enum Round {
        LOST,
        SOME_STILL_HELD,
        ALL_SETTLED
    }

    /** One round over all bets that were passed over. */
    private Round settlePassedOver(PartLease lease, BooleanSupplier over) throws SQLException {
        Round round = Round.ALL_SETTLED;
        PagePosition after = null;
        Page page = bets.readPassedOver(lease, null, pace.bets());
        while (!page.bets().isEmpty()) {
            Result result = settle(lease, page, lease.after(), PageSource.PASSED_OVER, over);
            if (result.outcome() == Outcome.OUTDATED) {
                return Round.LOST;
            }
            if (result.outcome() == Outcome.COMMITTED) {
                round = result.passedOver().isEmpty() ? round : Round.SOME_STILL_HELD;
                after = endOf(page);
            }
            if (over.getAsBoolean()) {
                return Round.SOME_STILL_HELD;
            }
            page = bets.readPassedOver(lease, after, pace.bets());
        }
        return round;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_WHILE_BALANCES_ARE_HELD.dividedBy(5));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Writes a page. Where the database or the arithmetic refuses it for good, the accounts are tried one by one, so that
     * only those that are at fault stay behind.
     */
    private Result settle(
            PartLease lease, Page page, @Nullable PagePosition end, PageSource source, BooleanSupplier over)
            throws SQLException {
        try {
            return writeInTurn(lease, page, batch.plan(page), end, source);
        } catch (ArithmeticException overflow) {
            return settleOneByOne(lease, page, end, source, over, overflow);
        } catch (SQLException refused) {
            if (!Refusal.isForGood(refused)) {
                throw refused;
            }
            return settleOneByOne(lease, page, end, source, over, refused);
        }
    }

    private Result writeInTurn(
            PartLease lease, Page page, PlannedPage plan, @Nullable PagePosition end, PageSource source)
            throws SQLException {
        try (Pace.Turn _ = pace.begin()) {
            return batch.write(lease, page, plan, end, source);
        }
    }

    private Result settleOneByOne(
            PartLease lease,
            Page page,
            @Nullable PagePosition end,
            PageSource source,
            BooleanSupplier over,
            Exception refusal)
            throws SQLException {
        List<Page> accounts = byAccount(page);
        if (accounts.size() == 1) {
            log.warn(
                    "Bets of {} on {} cannot be settled",
                    page.bets().getFirst().bet().accountId(),
                    lease,
                    refusal);
            return batch.giveUp(lease, page, end, source, refusal.toString());
        }
        Set<UUID> passedOver = new HashSet<>();
        for (Page account : accounts) {
            PagePosition position = source == PageSource.MARKET ? endOf(account) : end;
            Result result = settle(lease, account, position, source, over);
            if (result.outcome() != Outcome.COMMITTED || over.getAsBoolean()) {
                // Nothing is lost: the turn, or the next one, goes on behind what was committed.
                return Result.OUTDATED;
            }
            passedOver.addAll(result.passedOver());
        }
        return new Result(Outcome.COMMITTED, passedOver);
    }

    private static List<Page> byAccount(Page page) {
        List<Page> pages = new ArrayList<>();
        List<BetOnPage> ofOne = new ArrayList<>();
        for (BetOnPage bet : page.bets()) {
            if (!ofOne.isEmpty()
                    && !ofOne.getLast().bet().accountId().equals(bet.bet().accountId())) {
                pages.add(page.with(List.copyOf(ofOne)));
                ofOne.clear();
            }
            ofOne.add(bet);
        }
        pages.add(page.with(List.copyOf(ofOne)));
        return pages;
    }

    // The claimed revision was committed with its selections shut. A placement that read them open before may still
    // commit; once those that run now have ended, no further bet of theirs can appear behind the cursor.
    private void awaitPlacementsThatSawItOpen() throws SQLException {
        RunningTransactions.awaitEndOfThoseRunningNow(dataSource, PlacingRoles.NAMES, barrierLimit);
    }

    private static PagePosition endOf(Page page) {
        Bet last = page.bets().getLast().bet();
        return new PagePosition(last.accountId(), last.betId());
    }
}
