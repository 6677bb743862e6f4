package matchnight.settlement.apply;

import java.time.Duration;
import matchnight.ledger.money.Rounding;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How settlement works through its queue.
 *
 * @param lanes parts of markets that this worker settles at once; each needs a connection
 * @param firstBatch bets in the first batch; later ones are as large as the budget allows
 * @param largestBatch bets at most, 1 to 1,000
 * @param smallestBatch bets at least, however long they hold their balances
 * @param balanceBudget how long a batch may hold balances while somebody places
 * @param quietBalanceBudget how long while nobody does; at least as long
 * @param betsInOnePart a market is divided into so many parts as it has this number of bets
 * @param mostParts into which a market is divided, 1 to 64
 * @param turn after which a lane lets another market have its turn
 * @param lease how long a claim outlives its last batch, by the database's clock
 * @param idlePoll how long a lane without work waits for some that another worker's intake stored
 * @param barrierLimit how long to wait for placements that may have seen a selection open; longer than their
 *     transaction_timeout
 * @param rounding the policy by which a bet's exact returns become minor units, for what is settled from now on
 */
@ConfigurationProperties("matchnight.settlement")
public record SettlementSettings(
        @DefaultValue("2") int lanes,
        @DefaultValue("50") int firstBatch,
        @DefaultValue("500") int largestBatch,
        @DefaultValue("25") int smallestBatch,
        @DefaultValue("10ms") Duration balanceBudget,
        @DefaultValue("50ms") Duration quietBalanceBudget,
        @DefaultValue("5000") int betsInOnePart,
        @DefaultValue("8") int mostParts,
        @DefaultValue("500ms") Duration turn,
        @DefaultValue("15s") Duration lease,
        @DefaultValue("200ms") Duration idlePoll,
        @DefaultValue("5s") Duration barrierLimit,
        @DefaultValue("HALF_UP") Rounding rounding) {

    public SettlementSettings {
        if (lanes < 1 || lanes > 64) {
            throw new IllegalArgumentException("matchnight.settlement.lanes is 1 to 64, not " + lanes);
        }
        if (smallestBatch < 1 || smallestBatch > largestBatch || largestBatch > 1_000) {
            throw new IllegalArgumentException(
                    "matchnight.settlement.smallest-batch and largest-batch are a range within 1 to 1000, not "
                            + smallestBatch + " to " + largestBatch);
        }
        if (quietBalanceBudget.compareTo(balanceBudget) < 0) {
            throw new IllegalArgumentException("matchnight.settlement.quiet-balance-budget is at least balance-budget, "
                    + balanceBudget + ", not " + quietBalanceBudget);
        }
        if (betsInOnePart < 1 || mostParts < 1 || mostParts > 64) {
            throw new IllegalArgumentException(
                    "matchnight.settlement.bets-in-one-part is at least 1 and most-parts 1 to 64, not " + betsInOnePart
                            + " and " + mostParts);
        }
    }
}
