package matchnight.settlement.apply;

import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/**
 * One worker's turn at a part of a market: at the bets of a range of accounts.
 *
 * @param epoch rises with every claim; a batch of an older one commits nothing
 * @param revision the job's revision that is worked towards
 * @param range the accounts of this part
 * @param after where the work stands; null at the beginning
 * @param days that the market's bets fall in: other partitions need no look
 * @param attempts failures since the last batch that committed
 */
record PartLease(
        MarketId marketId,
        short part,
        long epoch,
        long revision,
        AccountRange range,
        @Nullable PagePosition after,
        BetDays days,
        int attempts) {

    PartLease movedTo(PagePosition position) {
        return new PartLease(marketId, part, epoch, revision, range, position, days, 0);
    }

    PartLease narrowedTo(AccountRange narrower) {
        return new PartLease(marketId, part, epoch, revision, narrower, after, days, attempts);
    }

    /** Whether nothing of the revision has been worked off yet. */
    boolean isAtTheBeginning() {
        return after == null;
    }

    /** Whether the part is the whole market. */
    boolean isWholeMarket() {
        return part == 0 && range.equals(AccountRange.ALL);
    }

    @Override
    public String toString() {
        return "part " + part + " of market " + marketId;
    }
}
