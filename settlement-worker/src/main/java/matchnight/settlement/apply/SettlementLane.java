package matchnight.settlement.apply;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import matchnight.ledger.barrier.BarrierTimeoutException;
import matchnight.settlement.logging.BoundedLog;
import org.slf4j.LoggerFactory;

/** One thread of settlement: claims the part of a market that has waited longest, works on it, and claims the next. */
final class SettlementLane implements Runnable {

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE_BETWEEN_CLAIMS = Duration.ofSeconds(2);
    private static final int DOUBLINGS_TO_LONGEST = 9;

    private final PartLeases leases;
    private final MarketSettlement settlement;
    private final BatchMetrics metrics;
    private final WorkSignal signal;
    private final LaneTurns turns;
    private final Duration idlePoll;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(SettlementLane.class));
    private volatile boolean stopping;

    SettlementLane(
            PartLeases leases,
            MarketSettlement settlement,
            BatchMetrics metrics,
            WorkSignal signal,
            LaneTurns turns,
            Duration idlePoll) {
        this.leases = leases;
        this.settlement = settlement;
        this.metrics = metrics;
        this.signal = signal;
        this.turns = turns;
        this.idlePoll = idlePoll;
    }

    /** Ends the lane after the batch in hand. */
    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        turns.laneBegan();
        try {
            takeTurnsUntilStopped();
        } finally {
            turns.laneEnded();
        }
    }

    private void takeTurnsUntilStopped() {
        int failures = 0;
        while (!stopping) {
            try {
                boolean worked = turns.tryBegin() && takeTurn();
                failures = 0;
                if (!worked) {
                    signal.await(idlePoll);
                }
            } catch (SQLException unavailable) {
                failures++;
                log.warn("Nothing could be claimed: {}", unavailable.toString());
                signal.await(pauseAfter(failures, LONGEST_PAUSE_BETWEEN_CLAIMS));
            } catch (Throwable unexpected) {
                // An Error too: a lane that ends is missed only when the backlog has grown old.
                failures++;
                log.warn("A settlement lane goes on after an unexpected failure", unexpected);
                signal.await(pauseAfter(failures, LONGEST_PAUSE_BETWEEN_CLAIMS));
            }
        }
    }

    /** Returns whether there was a turn to take. */
    private boolean takeTurn() throws SQLException {
        try {
            Optional<PartLease> lease = leases.claimOldestDue();
            if (lease.isPresent()) {
                work(lease.get());
            }
            return lease.isPresent();
        } finally {
            turns.end();
        }
    }

    private void work(PartLease lease) throws SQLException {
        try {
            settlement.work(lease, () -> stopping || turns.isDraining());
        } catch (SQLException | BarrierTimeoutException trouble) {
            postpone(lease, trouble.toString());
        } catch (RuntimeException | Error bug) {
            log.warn("The {} cannot be settled", lease, bug);
            postpone(lease, bug.toString());
        }
    }

    private void postpone(PartLease lease, String error) throws SQLException {
        metrics.failure();
        Duration pause = pauseAfter(lease.attempts() + 1, LONGEST_PAUSE);
        log.warn("The {} is tried again in {} ms: {}", lease, pause.toMillis(), error);
        leases.postpone(lease, error, pause);
    }

    private static Duration pauseAfter(int failures, Duration longest) {
        Duration doubled = SHORTEST_PAUSE.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS_TO_LONGEST));
        return doubled.compareTo(longest) > 0 ? longest : doubled;
    }
}
