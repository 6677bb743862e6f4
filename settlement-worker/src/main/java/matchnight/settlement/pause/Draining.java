package matchnight.settlement.pause;

import java.sql.SQLException;
import java.time.Duration;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.apply.LaneTurns;

/** Waits, for a bounded time, until what was begun before a pause or a drain has ended. */
final class Draining {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final Pauses pauses;
    private final LaneTurns turns;
    private final Duration limit;

    Draining(Pauses pauses, LaneTurns turns, Duration limit) {
        this.pauses = pauses;
        this.turns = turns;
        this.limit = limit;
    }

    /** How many leases on parts of the market are still held when none are, or the limit is reached. */
    long awaitNoLeaseOn(MarketId marketId) throws SQLException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        long held = pauses.leasesOn(marketId);
        while (held > 0 && System.nanoTime() - deadlineNanos < 0 && sleep()) {
            held = pauses.leasesOn(marketId);
        }
        return held;
    }

    /** How many leases this worker still holds when its lanes are idle, or the limit is reached. */
    long awaitLanesIdle() throws SQLException {
        turns.awaitNoneAtWork(limit);
        return pauses.leasesOf(turns.owner());
    }

    private static boolean sleep() {
        try {
            Thread.sleep(BETWEEN_LOOKS);
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
