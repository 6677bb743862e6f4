package matchnight.settlement.hold;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An open bet whose deadline has passed.
 *
 * @param owner the desk that answers for it
 * @param stake what is held, in major units
 * @param markets of its legs, in their order
 */
record OverdueHold(
        UUID betId,
        String accountId,
        String owner,
        String currency,
        String stake,
        Instant settleBy,
        double overdueSeconds,
        List<Market> markets) {

    /**
     * A leg's market.
     *
     * @param state of its settlement, as {@code GET /admin/backlog} names it
     */
    record Market(String marketId, String owner, String state) {}
}
