package matchnight.settlement.pause;

import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/**
 * What is paused: one market, or everything.
 *
 * @param marketId null for everything
 */
record Scope(@Nullable MarketId marketId) {

    static final Scope ALL = new Scope(null);

    private static final String ALL_NAME = "all";
    private static final String MARKET_PREFIX = "market:";

    /** Reads what {@link #name} writes. */
    static Scope named(String name) {
        return name.equals(ALL_NAME) ? ALL : new Scope(new MarketId(name.substring(MARKET_PREFIX.length())));
    }

    /** As the table and the replies write it: {@code all} or {@code market:ID}. */
    String name() {
        return marketId == null ? ALL_NAME : MARKET_PREFIX + marketId;
    }

    /** As the audit log names it. */
    String auditSubject() {
        return marketId == null ? "settlement" : "market/" + marketId;
    }
}
