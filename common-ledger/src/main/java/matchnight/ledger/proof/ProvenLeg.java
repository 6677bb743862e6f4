package matchnight.ledger.proof;

import java.math.BigDecimal;
import java.time.Instant;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.ledger.proof.RecordedBet.EachWayTerms;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A decided leg, computed from what its proof says of the result: what one unit of stake on it becomes.
 *
 * <p>The stake splits into a part that is given back and one that is at risk. Of what is at risk a dead heat leaves its
 * share, which returns itself and its winnings after deductions if the leg has won, and else nothing.
 */
final class ProvenLeg {

    private static final Rational HALF = Rational.of(1, 2);
    private static final Rational HUNDRED = Rational.of(100);

    private final JsonNode leg;
    private final String result;
    private final Rational givenBack;
    private final Rational keptOfWinnings;
    private final Price priceUsed;
    private final Price priceTaken;
    private final @Nullable EachWayTerms eachWay;

    /**
     * Reads what the proof says of a leg.
     *
     * @throws IllegalArgumentException if a term of it is none
     */
    ProvenLeg(JsonNode leg) {
        this.leg = leg;
        this.result = Steps.text(leg.path("result"));
        this.givenBack = givenBack(result, Steps.text(leg.path("voidFactor")));
        this.keptOfWinnings = Rational.UNIT.minus(deducted(leg.path("rule4")).min(Rational.UNIT));
        this.priceUsed = Price.of(Steps.text(leg.path("price")));
        this.priceTaken = leg.has("priceTaken") ? Price.of(Steps.text(leg.path("priceTaken"))) : priceUsed;
        this.eachWay = leg.has("fraction")
                ? new EachWayTerms(
                        Rational.parse(Steps.text(leg.path("fraction"))),
                        leg.path("places").asInt(0))
                : null;
    }

    int number() {
        return leg.path("leg").asInt(0);
    }

    String event() {
        return Steps.text(leg.path("event"));
    }

    String result() {
        return result;
    }

    Price priceTaken() {
        return priceTaken;
    }

    boolean isAtStartingPrice() {
        return leg.has("priceTaken");
    }

    /** Whether the starting price is what the leg says: better than the one taken. */
    boolean isStartingPriceBetter() {
        return priceUsed.isHigherThan(priceTaken);
    }

    @Nullable
    EachWayTerms eachWay() {
        return eachWay;
    }

    boolean isVoid() {
        return givenBack.equals(Rational.UNIT);
    }

    boolean isLost() {
        return winAtPriceTaken().isZero() && placeAtPriceTaken().isZero();
    }

    Rational winAtPriceTaken() {
        return win(priceTaken);
    }

    Rational winAtPriceUsed() {
        return win(priceUsed);
    }

    /** Zero where the bet is not each-way. */
    Rational placeAtPriceTaken() {
        return place(priceTaken);
    }

    Rational placeAtPriceUsed() {
        return place(priceUsed);
    }

    private Rational win(Price price) {
        boolean won = result.equals("WON") || result.equals("HALF_WON");
        return becomes(won, "deadHeat", winnings(price));
    }

    private Rational place(Price price) {
        return eachWay == null
                ? Rational.ZERO
                : becomes(
                        isPlaced(eachWay.places()),
                        "placeDeadHeat",
                        winnings(price).times(eachWay.fraction()));
    }

    private boolean isPlaced(int places) {
        return switch (result) {
            case "WON", "HALF_WON" -> true;
            case "PLACED" -> leg.path("position").asInt(1) <= places;
            default -> false;
        };
    }

    private Rational winnings(Price price) {
        return price.value().minus(Rational.UNIT).times(keptOfWinnings);
    }

    private Rational becomes(boolean won, String deadHeat, Rational winnings) {
        Rational atRisk = Rational.UNIT.minus(givenBack);
        Rational returned = won ? atRisk.plus(atRisk.times(winnings)) : Rational.ZERO;
        return leg.has(deadHeat)
                ? givenBack.plus(returned.times(Rational.parse(Steps.text(leg.path(deadHeat)))))
                : givenBack.plus(returned);
    }

    private static Rational givenBack(String result, String voidFactor) {
        return switch (result) {
            case "VOID" -> Rational.UNIT;
            case "HALF_WON", "HALF_LOST" -> HALF;
            case "WON", "LOST", "PLACED" ->
                switch (voidFactor) {
                    case Steps.ABSENT -> Rational.ZERO;
                    case "0.5" -> HALF;
                    case "1" -> Rational.UNIT;
                    default -> throw new IllegalArgumentException("no void factor is " + voidFactor);
                };
            default -> throw new IllegalArgumentException("no result is called " + result);
        };
    }

    private static Rational deducted(JsonNode deductions) {
        Rational percent = Rational.ZERO;
        for (JsonNode deduction : deductions) {
            percent = percent.plus(percent(Steps.text(deduction.path("percent"))));
        }
        return percent.dividedBy(HUNDRED);
    }

    private static Rational percent(String decimal) {
        BigDecimal percent = new BigDecimal(decimal);
        return Rational.of(percent.movePointRight(2).longValueExact(), 100);
    }

    /** Whether every deduction takes from bets that were accepted at this time. */
    boolean deductionsApplyAt(Instant acceptedAt) {
        for (JsonNode deduction : leg.path("rule4")) {
            if (deduction.has("acceptedBefore")
                    && !acceptedAt.isBefore(Instant.parse(Steps.text(deduction.path("acceptedBefore"))))) {
                return false;
            }
        }
        return true;
    }
}
