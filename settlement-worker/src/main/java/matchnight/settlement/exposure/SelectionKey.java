package matchnight.settlement.exposure;

import java.util.Comparator;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;

/** A selection, in the order in which everybody locks counters. */
record SelectionKey(MarketId marketId, SelectionId selectionId) implements Comparable<SelectionKey> {

    private static final Comparator<SelectionKey> LOCK_ORDER = Comparator.comparing(
                    (SelectionKey key) -> key.marketId().value())
            .thenComparing(key -> key.selectionId().value());

    @Override
    public int compareTo(SelectionKey other) {
        return LOCK_ORDER.compare(this, other);
    }
}
