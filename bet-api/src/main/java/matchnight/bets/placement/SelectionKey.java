package matchnight.bets.placement;

import java.util.Comparator;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;

/** A selection of a market. The order is the one in which exposure rows are locked. */
record SelectionKey(MarketId marketId, SelectionId selectionId) implements Comparable<SelectionKey> {

    private static final Comparator<SelectionKey> LOCK_ORDER =
            Comparator.comparing(SelectionKey::marketId).thenComparing(SelectionKey::selectionId);

    @Override
    public int compareTo(SelectionKey other) {
        return LOCK_ORDER.compare(this, other);
    }
}
