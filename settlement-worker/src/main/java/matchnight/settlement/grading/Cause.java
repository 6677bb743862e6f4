package matchnight.settlement.grading;

import matchnight.ledger.market.MarketId;
import matchnight.settlement.result.MarketResult;

/** The result event that a decision rests on. */
public record Cause(String type, MarketId marketId, long version) {

    /** The type of cause of what a person decided; its reference is the entry in the audit log. */
    public static final String BY_PERSON = "PERSON";

    static Cause of(MarketResult event) {
        return new Cause(event.type(), event.marketId(), event.version());
    }

    /** The market and the version of its event, as settlements refer to it. */
    public String reference() {
        return marketId + "@" + version;
    }
}
