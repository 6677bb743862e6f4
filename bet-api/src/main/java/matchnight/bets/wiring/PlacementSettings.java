package matchnight.bets.wiring;

import java.time.Duration;
import matchnight.bets.commit.GroupCommitSettings;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How bets, deposits and withdrawals are decided.
 *
 * @param exposureBuckets rows that a selection's liability is spread over, from its first bet on
 * @param batch the most bets of one transaction; 1 is a transaction a bet
 * @param catalogueRefreshInterval the pause between two looks for changed markets
 */
@ConfigurationProperties("matchnight.placement")
record PlacementSettings(
        int exposureBuckets,
        int batch,
        int committers,
        int waitingLanes,
        int queue,
        Duration queueWait,
        Duration balanceWait,
        Duration deadline,
        Duration catalogueRefreshInterval) {

    GroupCommitSettings groupCommit() {
        return new GroupCommitSettings(batch, committers, waitingLanes, queue, queueWait, balanceWait, deadline);
    }

    /** Deposits and withdrawals are few: one transaction at a time gathers them. */
    GroupCommitSettings walletGroupCommit() {
        return new GroupCommitSettings(batch, 1, 1, queue, queueWait, balanceWait, deadline);
    }
}
