package matchnight.ledger.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import matchnight.ledger.money.Rational;
import matchnight.ledger.proof.RecordedBet.EachWayTerms;
import matchnight.ledger.proof.RecordedBet.RecordedLeg;
import matchnight.ledger.proof.RecordedBet.RecordedSettlement;
import tools.jackson.databind.JsonNode;

/** The legs of a proof beside those of the bet. */
final class ProvenLegs {

    private final RecordedBet bet;
    private final RecordedSettlement settlement;
    private final Steps steps;
    private final List<ProvenLeg> legs = new ArrayList<>();

    /**
     * Reads the legs.
     *
     * @throws IllegalArgumentException if one of them cannot be read, or is none of the bet's
     */
    ProvenLegs(RecordedBet bet, RecordedSettlement settlement, Steps steps) {
        this.bet = bet;
        this.settlement = settlement;
        this.steps = steps;
        int before = 0;
        for (JsonNode node : settlement.proof().path("legs")) {
            ProvenLeg leg = new ProvenLeg(node);
            if (leg.number() <= before || leg.number() > bet.legs().size()) {
                throw new IllegalArgumentException("leg " + leg.number() + " is out of place");
            }
            before = leg.number();
            legs.add(leg);
        }
    }

    /** Whether the stakes of the proof are those of the bet, and its lines those of its type. */
    static void proveStakes(RecordedBet bet, JsonNode proof, Steps steps) {
        int combinations = LinesOneByOne.of(Collections.nCopies(bet.legs().size(), Rational.UNIT), bet.smallestLine())
                .count();
        steps.compare("currency", proof.path("currency"), bet.stake().currency().code());
        steps.compare("unit stake", proof.path("unitStake"), bet.unitStake().toDecimalString());
        steps.compare("lines", proof.path("lines"), bet.isEachWay() ? combinations * 2L : combinations);
        steps.compare("lines of the bet", Integer.toString(bet.lines()), Steps.text(proof.path("lines")));
        steps.compare(
                "unit stake x lines",
                bet.stake().toMajorUnits().toString(),
                bet.unitStake().toMajorUnits().times(Rational.of(bet.lines())).toString());
    }

    /** Holds every leg against the bet, its factors against what they come to, and the open ones against the rest. */
    void prove() {
        int next = 0;
        for (JsonNode node : settlement.proof().path("legs")) {
            prove(legs.get(next), node);
            next++;
        }
        String open = openNumbers().toString().replace(" ", "");
        steps.compare(
                "legs that are open", settlement.proof().path("openLegs"), open.equals("[]") ? Steps.ABSENT : open);
    }

    private void prove(ProvenLeg leg, JsonNode node) {
        RecordedLeg accepted = bet.legs().get(leg.number() - 1);
        String name = "leg " + leg.number() + " ";
        proveTerms(name, leg, accepted);
        proveEvent(name, leg, accepted);
        steps.compare(name + leg.result() + ", factor", node.path("factor"), leg.winAtPriceUsed());
        if (bet.isEachWay()) {
            steps.compare(name + leg.result() + ", place factor", node.path("placeFactor"), leg.placeAtPriceUsed());
        } else {
            steps.requireAbsent(name + "place factor", node.path("placeFactor"));
        }
    }

    private void proveTerms(String name, ProvenLeg leg, RecordedLeg accepted) {
        steps.compare(
                name + "price taken", leg.priceTaken().text(), accepted.price().text());
        if (leg.isAtStartingPrice()) {
            steps.require(name + "starting price is better", leg.isStartingPriceBetter(), "no");
        }
        steps.compare(name + "each-way terms", EachWayTerms.text(leg.eachWay()), EachWayTerms.text(accepted.eachWay()));
        if (!leg.deductionsApplyAt(bet.acceptedAt())) {
            steps.require(name + "deductions apply to a bet accepted at " + bet.acceptedAt(), false, "no");
        }
    }

    // The market is the leg's; and where the settlement names an event of that market as its cause, it is this one.
    private void proveEvent(String name, ProvenLeg leg, RecordedLeg accepted) {
        steps.compare(name + "market", marketOf(leg.event()), accepted.marketId());
        if (marketOf(settlement.causeReference()).equals(accepted.marketId())) {
            steps.compare(name + "event", leg.event(), settlement.causeReference());
        }
    }

    private static String marketOf(String event) {
        int at = event.lastIndexOf('@');
        return at < 0 ? event : event.substring(0, at);
    }

    List<Integer> openNumbers() {
        return IntStream.rangeClosed(1, bet.legs().size())
                .filter(number -> legs.stream().noneMatch(leg -> leg.number() == number))
                .boxed()
                .toList();
    }

    /** Whether so few legs can still return anything that no line can. */
    boolean isDead() {
        long lost = legs.stream().filter(ProvenLeg::isLost).count();
        return bet.legs().size() - lost < bet.smallestLine();
    }

    boolean isVoid() {
        return legs.size() == bet.legs().size() && legs.stream().allMatch(ProvenLeg::isVoid);
    }

    /** The lines of the parts that {@code factor} is of; none returns anything where legs are open, which is the rule then. */
    LinesOneByOne lines(Function<ProvenLeg, Rational> factor) {
        List<Rational> factors = openNumbers().isEmpty()
                ? legs.stream().map(factor).toList()
                : Collections.nCopies(bet.legs().size(), Rational.ZERO);
        return LinesOneByOne.of(factors, bet.smallestLine());
    }

    /** Whether the bet shows what its newest proof says of its legs. */
    void proveThatTheBetShowsThem() {
        for (ProvenLeg leg : legs) {
            RecordedLeg shown = bet.legs().get(leg.number() - 1);
            String name = "leg " + leg.number() + " of the bet, ";
            steps.compare(name + "result", String.valueOf(shown.result()), leg.result());
            steps.compare(
                    name + "factor",
                    String.valueOf(shown.factor()),
                    leg.winAtPriceUsed().toString());
        }
    }
}
