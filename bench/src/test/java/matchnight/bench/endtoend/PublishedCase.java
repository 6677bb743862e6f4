package matchnight.bench.endtoend;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import matchnight.ledger.money.Rational;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A case of {@code settlement-cases.json} as the services' callers would write it: a market a leg, a bet, a result a market. */
record PublishedCase(JsonNode published) {

    private static final int PLACES = 3;

    String id() {
        return published.get("id").stringValue();
    }

    String exactReturns() {
        return published.get("exact_returns").stringValue();
    }

    String returns() {
        return published.get("returns_half_up").stringValue();
    }

    List<JsonNode> legs() {
        return StreamSupport.stream(published.get("legs").spliterator(), false).toList();
    }

    String marketId(int leg) {
        return "published~" + id() + "~" + leg;
    }

    /**
     * Which legs each of the case's bets has. One source sells all trebles of four legs as one bet; here that is four
     * accumulators, which come to the same.
     */
    List<List<Integer>> bets() {
        List<Integer> all = IntStream.range(0, legs().size()).boxed().toList();
        if (!betType().equals("treble") || all.size() == 3) {
            return List.of(all);
        }
        return all.stream()
                .map(left -> all.stream().filter(leg -> !leg.equals(left)).toList())
                .toList();
    }

    private String betType() {
        return published.get("bet_type").stringValue();
    }

    String market(int number) {
        JsonNode leg = legs().get(number);
        ObjectNode market = JsonNodeFactory.instance.objectNode();
        market.put("eventId", marketId(number) + "~event")
                .put("event", "A race")
                .put("name", "Winner")
                .put("startsAt", Instant.now().toString())
                .put("settleBy", Instant.now().plus(Duration.ofHours(3)).toString())
                .put("owner", "racing-desk")
                .put("status", "OPEN")
                .put("limitCurrency", "GBP")
                .put("liabilityLimit", "1000000000000")
                .put("minStake", "0.01")
                .put("maxStake", "1000000");
        if (published.has("max_payout")) {
            market.put("maxReturns", published.get("max_payout").stringValue());
        }
        if (leg.has("bog")) {
            ObjectNode bestOdds = market.putObject("bestOddsGuaranteed");
            if (published.has("bog_cap")) {
                bestOdds.put("topUpMax", published.get("bog_cap").stringValue());
            }
        }
        ObjectNode selection = market.putArray("selections").addObject();
        selection.put("selectionId", "S").put("name", "A runner").put("price", price(leg));
        if (leg.has("place_fraction")) {
            selection
                    .putObject("eachWay")
                    .put("fraction", leg.get("place_fraction").stringValue())
                    .put("places", PLACES);
        }
        return market.toString();
    }

    /** A bet on these legs, in the form of {@code POST /v1/bets}. */
    String bet(String accountId, List<Integer> legs) {
        boolean isWhole = legs.size() == legs().size();
        ObjectNode bet = JsonNodeFactory.instance.objectNode();
        bet.put("accountId", accountId)
                .put("type", isWhole ? type() : "ACCUMULATOR")
                .put(
                        "stake",
                        published.get(isWhole ? "total_stake" : "unit_stake").stringValue())
                .put("currency", "GBP");
        List<ObjectNode> chosen = new ArrayList<>();
        for (int number : legs) {
            chosen.add(JsonNodeFactory.instance
                    .objectNode()
                    .put("marketId", marketId(number))
                    .put("selectionId", "S")
                    .put("price", price(legs().get(number)))
                    .put("eachWay", published.get("each_way").booleanValue()));
        }
        bet.putArray("legs").addAll(chosen);
        return bet.toString();
    }

    private String type() {
        String type = betType();
        return switch (type) {
            case "double", "treble", "fourfold", "fivefold", "sixfold", "sevenfold", "eightfold" -> "ACCUMULATOR";
            case "superheinz" -> "SUPER_HEINZ";
            default -> type.toUpperCase(Locale.ROOT);
        };
    }

    private static String price(JsonNode leg) {
        return leg.has("odds_fractional")
                ? leg.get("odds_fractional").stringValue()
                : leg.get("odds_decimal").stringValue();
    }

    String result(int number) {
        JsonNode leg = legs().get(number);
        ObjectNode outcome = JsonNodeFactory.instance.objectNode();
        outcome.put("selectionId", "S")
                .put("result", leg.get("result").stringValue().toUpperCase(Locale.ROOT));
        putDeadHeat(outcome, "deadHeat", leg.path("dead_heat_win_factor"));
        putDeadHeat(outcome, "placeDeadHeat", leg.path("dead_heat_place_factor"));
        if (leg.has("rule4_pct")) {
            outcome.putArray("rule4")
                    .addObject()
                    .put("percent", new BigDecimal(leg.get("rule4_pct").stringValue()).toPlainString());
        }
        if (leg.has("sp_decimal")) {
            outcome.put("startingPrice", leg.get("sp_decimal").stringValue());
        }
        return resultEvent(marketId(number), outcome);
    }

    /** A confirmed result, version 1, of a market with this one outcome. */
    static String resultEvent(String marketId, ObjectNode outcome) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("eventId", marketId + "~result")
                .put("type", "RESULT")
                .put("marketId", marketId)
                .put("version", 1)
                .put("certainty", "CONFIRMED")
                .put("occurredAt", Instant.now().toString());
        event.putArray("outcomes").add(outcome);
        return event.toString();
    }

    private static void putDeadHeat(ObjectNode outcome, String name, JsonNode share) {
        if (share.isString()) {
            Rational fraction = Rational.parse(share.stringValue());
            outcome.putObject(name)
                    .put("places", fraction.numerator().intValueExact())
                    .put("tied", fraction.denominator().intValueExact());
        }
    }
}
