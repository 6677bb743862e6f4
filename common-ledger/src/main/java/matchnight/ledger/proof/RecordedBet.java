package matchnight.ledger.proof;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bet as {@code GET /v1/bets/{betId}} answers it. What it says of its terms was written when it was accepted, and is what
 * a proof is held against.
 *
 * @param lines unit stakes paid: an each-way line counts twice
 * @param returns null while it is open
 */
public record RecordedBet(
        String betId,
        String state,
        BetType type,
        Money stake,
        Money unitStake,
        int lines,
        @Nullable Money returns,
        Instant acceptedAt,
        List<RecordedLeg> legs,
        List<RecordedSettlement> settlements) {

    /**
     * A leg as it was accepted.
     *
     * @param result how the newest settlement graded it
     * @param factor as the newest settlement computed it
     */
    record RecordedLeg(
            String marketId,
            Price price,
            @Nullable EachWayTerms eachWay,
            @Nullable String result,
            @Nullable String factor) {}

    /** A fraction of the winnings for so many places. */
    record EachWayTerms(Rational fraction, int places) {

        static String text(@Nullable EachWayTerms terms) {
            return terms == null ? Steps.ABSENT : terms.fraction + " for " + terms.places + " places";
        }
    }

    /**
     * A settlement and its proof.
     *
     * @param returns null where the bet was opened again
     */
    record RecordedSettlement(
            int version,
            String causeType,
            String causeReference,
            @Nullable Money returns,
            JsonNode proof) {}

    /**
     * Reads the answer.
     *
     * @throws IllegalArgumentException if the text is no bet; the message says what is wrong with it
     */
    public static RecordedBet read(String json) {
        try {
            return read(JsonMapper.shared().readTree(json));
        } catch (JacksonException unreadable) {
            throw new IllegalArgumentException("is not JSON: " + unreadable.getOriginalMessage(), unreadable);
        } catch (ArithmeticException | DateTimeException unreadable) {
            throw new IllegalArgumentException("is no bet: " + unreadable.getMessage(), unreadable);
        }
    }

    private static RecordedBet read(JsonNode bet) {
        CurrencyCode currency = CurrencyCode.of(required(bet, "currency"));
        BetType type = BetType.valueOf(required(bet, "type"));
        List<RecordedLeg> legs = new ArrayList<>();
        for (JsonNode leg : bet.path("legs")) {
            legs.add(readLeg(leg));
        }
        if (!type.takes(legs.size())) {
            throw new IllegalArgumentException("is no bet: " + type + " does not take " + legs.size() + " legs");
        }
        List<RecordedSettlement> settlements = new ArrayList<>();
        for (JsonNode settlement : bet.path("settlements")) {
            settlements.add(readSettlement(settlement, currency));
        }
        return new RecordedBet(
                required(bet, "betId"),
                required(bet, "state"),
                type,
                Money.parse(required(bet, "stake"), currency),
                Money.parse(required(bet, "unitStake"), currency),
                number(bet, "lines"),
                amount(bet, "returns", currency),
                Instant.parse(required(bet, "acceptedAt")),
                List.copyOf(legs),
                List.copyOf(settlements));
    }

    private static RecordedLeg readLeg(JsonNode leg) {
        JsonNode eachWay = leg.path("eachWay");
        return new RecordedLeg(
                required(leg, "marketId"),
                Price.of(required(leg, "price")),
                eachWay.isObject()
                        ? new EachWayTerms(Rational.parse(required(eachWay, "fraction")), number(eachWay, "places"))
                        : null,
                optional(leg, "result"),
                optional(leg, "factor"));
    }

    private static RecordedSettlement readSettlement(JsonNode settlement, CurrencyCode currency) {
        return new RecordedSettlement(
                number(settlement, "version"),
                required(settlement.path("cause"), "type"),
                required(settlement.path("cause"), "ref"),
                amount(settlement, "returns", currency),
                settlement.path("proof"));
    }

    private static String required(JsonNode node, String member) {
        String text = optional(node, member);
        if (text == null) {
            throw new IllegalArgumentException("is no bet: it has no " + member);
        }
        return text;
    }

    private static @Nullable String optional(JsonNode node, String member) {
        JsonNode value = node.path(member);
        return value.isString() ? value.stringValue() : null;
    }

    private static int number(JsonNode node, String member) {
        JsonNode value = node.path(member);
        if (!value.isInt()) {
            throw new IllegalArgumentException("is no bet: " + member + " is no whole number");
        }
        return value.intValue();
    }

    private static @Nullable Money amount(JsonNode node, String member, CurrencyCode currency) {
        String text = optional(node, member);
        return text == null ? null : amount(text, currency);
    }

    /** Reads an amount, which may be larger than those in requests: returns have up to 18 digits of minor units. */
    static Money amount(String decimal, CurrencyCode currency) {
        return new Money(
                new BigDecimal(decimal).movePointRight(currency.digits()).longValueExact(), currency);
    }

    boolean isEachWay() {
        return legs.getFirst().eachWay() != null;
    }

    /** The fewest legs that have to stay alive for any line to return something. */
    int smallestLine() {
        return type.smallestLine(legs.size());
    }
}
