package matchnight.ledger.proof;

import matchnight.ledger.proof.RecordedBet.RecordedSettlement;

/** Form 2 of a bet that is open again: the legs that are decided leave a line alive, and others are open. */
final class ReopenedProof {

    private final RecordedSettlement settlement;
    private final Steps steps;
    private final ProvenLegs legs;

    ReopenedProof(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        this.settlement = settlement;
        this.steps = steps;
        this.legs = new ProvenLegs(bet, settlement, steps);
    }

    void prove() {
        legs.prove();
        steps.require("a leg is open", !legs.openNumbers().isEmpty(), "none is");
        steps.require("a line can still return something", !legs.isDead(), "none can");
        steps.compare("returns of the settlement", Steps.text(settlement.returns()), Steps.ABSENT);
    }
}
