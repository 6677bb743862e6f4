package matchnight.settlement.intake;

import java.util.Set;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;

/** What storing a result event came to. */
sealed interface IntakeOutcome {

    /**
     * The event stands in its place.
     *
     * @param older a newer event of the market was stored before it
     */
    record Stored(boolean older) implements IntakeOutcome {}

    /** An event of this version and content was there already; nothing changed. */
    record Duplicate() implements IntakeOutcome {}

    /** An event of this version says something else; an incident waits for a person. */
    record Conflict() implements IntakeOutcome {}

    /** Another worker has the record in hand; nothing changed. */
    record InOtherHands() implements IntakeOutcome {}

    record UnknownMarket(MarketId marketId) implements IntakeOutcome {}

    record UnknownSelections(MarketId marketId, Set<SelectionId> selections) implements IntakeOutcome {}
}
