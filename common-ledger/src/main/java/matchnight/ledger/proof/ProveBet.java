package matchnight.ledger.proof;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.proof.RecordedBet.RecordedSettlement;
import tools.jackson.databind.JsonNode;

/** Computes every settlement of a bet again from its proof. */
public final class ProveBet {

    private ProveBet() {}

    /** What came of it; a proof that cannot be read is not equal. */
    public static ProvenBet prove(RecordedBet bet) {
        List<ProvenSettlement> proven = new ArrayList<>();
        for (RecordedSettlement settlement : bet.settlements()) {
            proven.add(prove(bet, settlement));
        }
        String summary = "%s, %s %s, %d %s, %s"
                .formatted(
                        bet.type(),
                        bet.stake().currency(),
                        bet.stake().toDecimalString(),
                        bet.lines(),
                        bet.lines() == 1 ? "line" : "lines",
                        bet.state());
        return new ProvenBet(bet.betId(), summary, proven);
    }

    private static ProvenSettlement prove(RecordedBet bet, RecordedSettlement settlement) {
        Steps steps = new Steps();
        try {
            proveByForm(bet, settlement, steps);
            if (settlement.equals(bet.settlements().getLast())) {
                proveThatItStands(bet, settlement, steps);
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException unreadable) {
            steps.require("the proof reads", false, String.valueOf(unreadable.getMessage()));
        }
        return new ProvenSettlement(
                settlement.version(), settlement.causeType() + " " + settlement.causeReference(), steps.taken());
    }

    private static void proveByForm(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        JsonNode proof = settlement.proof();
        String form = Steps.text(proof.path("form"));
        switch (form) {
            case Steps.ABSENT -> new FirstForm(bet, settlement, steps).prove();
            case "2" -> proveByKind(bet, settlement, steps);
            default -> throw new IllegalArgumentException("this program does not know proofs of form " + form);
        }
    }

    private static void proveByKind(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        String kind = Steps.text(settlement.proof().path("kind"));
        switch (kind) {
            case Steps.ABSENT -> new GradedProof(bet, settlement, steps).prove();
            case "VOIDED_BY_PERSON" -> proveVoidByPerson(bet, settlement, steps);
            case "REOPENED" -> new ReopenedProof(bet, settlement, steps).prove();
            default -> throw new IllegalArgumentException("this program does not know proofs of kind " + kind);
        }
    }

    private static void proveVoidByPerson(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        String stake = bet.stake().toDecimalString();
        steps.compare("cause", settlement.causeType(), "PERSON");
        ProvenLegs.proveStakes(bet, settlement.proof(), steps);
        steps.compare("returns, the whole stake", settlement.proof().path("returns"), stake);
        steps.compare("returns of the settlement", Steps.text(settlement.returns()), stake);
    }

    private static void proveThatItStands(RecordedBet bet, RecordedSettlement newest, Steps steps) {
        steps.compare("returns of the bet", Steps.text(bet.returns()), Steps.text(newest.returns()));
        if (newest.returns() == null) {
            steps.compare("state of the bet", bet.state(), "OPEN");
        } else if (newest.causeType().equals("PERSON")) {
            steps.compare("state of the bet", bet.state(), "VOIDED");
        }
    }
}
