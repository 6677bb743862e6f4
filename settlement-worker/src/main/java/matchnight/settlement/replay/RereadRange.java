package matchnight.settlement.replay;

import java.time.Instant;
import java.util.Set;
import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/**
 * Which records are read again.
 *
 * @param from the broker's time of the first one
 * @param to the broker's time of the last one; null for what stands in the topic when the reading starts
 * @param marketIds whose records count; empty for all
 */
public record RereadRange(Instant from, @Nullable Instant to, Set<MarketId> marketIds) {

    public RereadRange {
        marketIds = Set.copyOf(marketIds);
    }

    /** Whether a market's records count. */
    public boolean covers(MarketId marketId) {
        return marketIds.isEmpty() || marketIds.contains(marketId);
    }

    /** Whether a record counts of which nothing but the key could be read. */
    public boolean coversKey(String key) {
        return marketIds.isEmpty()
                || marketIds.stream().anyMatch(market -> market.value().equals(key));
    }
}
