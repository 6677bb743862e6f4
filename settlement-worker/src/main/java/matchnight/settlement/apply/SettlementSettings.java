package matchnight.settlement.apply;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How settlement works through its queue.
 *
 * @param lanes markets that this worker settles at once; each needs a connection
 * @param pageSize bets in a batch, 1 to 1,000
 * @param lease how long a claim outlives its last batch, by the database's clock
 * @param idlePoll how long a lane without work waits for some that another worker's intake stored
 * @param barrierLimit how long to wait for placements that may have seen a selection open; longer than their
 *     transaction_timeout
 */
@ConfigurationProperties("matchnight.settlement")
public record SettlementSettings(
        @DefaultValue("2") int lanes,
        @DefaultValue("25") int pageSize,
        @DefaultValue("15s") Duration lease,
        @DefaultValue("200ms") Duration idlePoll,
        @DefaultValue("5s") Duration barrierLimit) {

    public SettlementSettings {
        if (lanes < 1 || lanes > 64) {
            throw new IllegalArgumentException("matchnight.settlement.lanes is 1 to 64, not " + lanes);
        }
        if (pageSize < 1 || pageSize > 1_000) {
            throw new IllegalArgumentException("matchnight.settlement.page-size is 1 to 1000, not " + pageSize);
        }
    }
}
