package matchnight.settlement.plan;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.grading.EachWay;
import matchnight.settlement.grading.GradedMarket;
import matchnight.settlement.grading.Leg;
import matchnight.settlement.grading.PaysOn;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Reading;
import matchnight.settlement.result.ResultReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A bet with the results of its legs, and what the plan makes of it, as {@code GET /v1/bets/{betId}} shows it. Every market
 * guarantees best odds.
 */
final class GradedScene {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Instant ACCEPTED = Instant.parse("2026-01-01T12:00:00Z");
    private static final List<String> OUTCOMES = List.of(
            "'WON'",
            "'WON'",
            "'WON'",
            "'LOST'",
            "'VOID'",
            "'HALF_WON'",
            "'HALF_LOST'",
            "'PLACED'",
            "'PLACED','position':4",
            "'WON','deadHeat':{'places':2,'tied':3},'placeDeadHeat':{'places':1,'tied':7}",
            "'PLACED','voidFactor':'0.5','rule4':[{'percent':'17.5'}]",
            "'WON','rule4':[{'percent':60},{'percent':60}]",
            "'LOST','voidFactor':'1'",
            "'WON','startingPrice':'7/2'");
    private static final List<String> PRICES = List.of("1.01", "2.505", "11/8", "100/30", "9/1", "3.3333");

    private final BetType type;
    private final Money unitStake;
    private @Nullable EachWay eachWay;
    private @Nullable Money topUpMax;
    private @Nullable Money maxReturns;
    private final List<Leg> legs = new ArrayList<>();
    private final Map<MarketId, GradedMarket> markets = new HashMap<>();

    private GradedScene(BetType type, Money unitStake) {
        this.type = type;
        this.unitStake = unitStake;
    }

    static GradedScene of(BetType type, String unitStake) {
        return new GradedScene(type, Money.parse(unitStake, GBP));
    }

    /** A bet of any type, and results of all kinds for its legs. */
    static GradedScene random(SplittableRandom random) {
        List<BetType> types = List.of(BetType.values());
        BetType type = types.get(random.nextInt(types.size()));
        GradedScene scene = new GradedScene(type, new Money(1 + random.nextInt(500), GBP));
        if (random.nextBoolean()) {
            scene.eachWay("1/" + (2 + random.nextInt(4)), 1 + random.nextInt(4));
        }
        scene.capped(
                random.nextInt(3) == 0 ? "0.37" : null, random.nextInt(3) == 0 ? random.nextInt(1, 9) + ".13" : null);
        int count = type == BetType.ACCUMULATOR ? random.nextInt(2, 9) : type.fewestLegs();
        for (int leg = 0; leg < count; leg++) {
            scene.leg(PRICES.get(random.nextInt(PRICES.size())), OUTCOMES.get(random.nextInt(OUTCOMES.size())));
        }
        return scene;
    }

    GradedScene eachWay(String fraction, int places) {
        eachWay = new EachWay(Rational.parse(fraction), places);
        return this;
    }

    GradedScene capped(@Nullable String mostTopUp, @Nullable String mostReturns) {
        topUpMax = mostTopUp == null ? null : Money.parse(mostTopUp, GBP);
        maxReturns = mostReturns == null ? null : Money.parse(mostReturns, GBP);
        return this;
    }

    GradedScene legs(int count, String price, String outcome) {
        for (int leg = 0; leg < count; leg++) {
            leg(price, outcome);
        }
        return this;
    }

    /** Adds a leg; without an outcome it is open. */
    GradedScene leg(String price, @Nullable String outcome) {
        MarketId market = new MarketId("m" + (legs.size() + 1));
        legs.add(new Leg(legs.size() + 1, market, new SelectionId("S"), Price.of(price), eachWay, true));
        if (outcome != null) {
            markets.put(market, GradedMarket.of(List.of(read(market, outcome)), PaysOn.CONFIRMED));
        }
        return this;
    }

    private static MarketResult read(MarketId market, String outcome) {
        String json = """
                {'eventId':'e','type':'RESULT','marketId':'%s','version':7,'certainty':'CONFIRMED',
                 'occurredAt':'2026-01-01T21:00:00Z','outcomes':[{'selectionId':'S','result':%s}]}
                """.formatted(market, outcome).replace('\'', '"');
        return ((Reading.Valid) ResultReader.read(json.getBytes(StandardCharsets.UTF_8))).result();
    }

    /** The bet after its first settlement by results, by this policy. */
    ObjectNode settledBy(Rounding policy) {
        return shown(planned(null, policy));
    }

    /** The bet after it was opened again by what there is. */
    ObjectNode reopened() {
        return shown(planned(new CurrentSettlement(1, SettlementKind.SETTLED, 5_00L, (short) 1, false), Rounding.DOWN));
    }

    ObjectNode voidedByPerson() {
        return shown(SettlementPlan.voidedByPerson(
                new BetOnPage(bet(), "desk", null), SettlementCause.byPerson(new UUID(0, 7))));
    }

    private PlannedSettlement planned(@Nullable CurrentSettlement current, Rounding policy) {
        MarketId market = legs.getFirst().marketId();
        Page page = new Page(market, List.of(new BetOnPage(bet(), "desk", current)), markets);
        return SettlementPlan.of(page, policy).settlements().getFirst();
    }

    private int lines() {
        return type.lines(legs.size()) * (eachWay == null ? 1 : 2);
    }

    private Bet bet() {
        return new Bet(
                new UUID(0, 1),
                new AccountId("punter"),
                type,
                new Money(unitStake.minorUnits() * lines(), GBP),
                unitStake,
                maxReturns,
                topUpMax,
                ACCEPTED,
                legs);
    }

    private ObjectNode shown(PlannedSettlement settlement) {
        JsonNode proof = JsonMapper.shared().readTree(settlement.proof());
        String returns = settlement.returns() == null ? null : new Money(settlement.returns(), GBP).toDecimalString();
        ObjectNode bet = JsonNodeFactory.instance.objectNode();
        bet.put("betId", bet().betId().toString())
                .put(
                        "state",
                        settlement.kind() == SettlementKind.REOPENED
                                ? "OPEN"
                                : settlement.kind().name())
                .put("type", type.name())
                .put("currency", "GBP")
                .put("stake", bet().stake().toDecimalString())
                .put("unitStake", unitStake.toDecimalString())
                .put("lines", lines())
                .put("returns", returns)
                .put("acceptedAt", ACCEPTED.toString());
        ArrayNode shownLegs = bet.putArray("legs");
        legs.forEach(leg -> show(shownLegs.addObject(), leg, proof));
        ObjectNode shown = bet.putArray("settlements").addObject();
        shown.put("version", settlement.version()).put("returns", returns).set("proof", proof);
        shown.putObject("cause")
                .put("type", settlement.cause().type())
                .put("ref", settlement.cause().reference());
        return bet;
    }

    private static void show(ObjectNode json, Leg leg, JsonNode proof) {
        json.put("marketId", leg.marketId().value()).put("price", leg.price().text());
        EachWay terms = leg.eachWay();
        if (terms != null) {
            json.putObject("eachWay")
                    .put("fraction", terms.fraction().toString())
                    .put("places", terms.places());
        }
        for (JsonNode graded : proof.path("legs")) {
            if (graded.path("leg").asInt() == leg.number() && !proof.has("kind")) {
                json.put("result", graded.path("result").asString());
                json.put("factor", graded.path("factor").asString());
            }
        }
    }

    @Override
    public String toString() {
        return type + " of " + legs.size() + (eachWay == null ? "" : " each-way");
    }
}
