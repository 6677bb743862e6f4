package matchnight.settlement.apply;

import java.util.UUID;
import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/**
 * One worker's turn at a market.
 *
 * @param epoch rises with every claim; a batch of an older one commits nothing
 * @param revision the job's revision that is worked towards
 * @param after where the work stands
 * @param earliestBetId no bet of the market has a smaller id: older partitions need no look
 * @param attempts failures since the last batch that committed
 */
record JobLease(
        MarketId marketId,
        long epoch,
        long revision,
        @Nullable PagePosition after,
        UUID earliestBetId,
        int attempts) {

    JobLease movedTo(PagePosition position) {
        return new JobLease(marketId, epoch, revision, position, earliestBetId, 0);
    }
}
