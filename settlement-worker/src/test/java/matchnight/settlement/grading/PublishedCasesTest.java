package matchnight.settlement.grading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.DeadHeat;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Header;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.Rule4;
import matchnight.settlement.result.SelectionResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Returns that bookmakers' own sources print, and exact figures where those contradict each other. */
class PublishedCasesTest {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Instant ACCEPTED = Instant.parse("2026-01-01T12:00:00Z");
    private static final int PLACES = 3;

    @TestFactory
    Stream<DynamicTest> everyPublishedCaseIsPaidExactly() throws Exception {
        Path file = find("shared/data/settlement-cases.json");
        assumeTrue(file != null, "settlement-cases.json is not beside this project; its cases are skipped");
        JsonNode cases = JsonMapper.shared().readTree(Files.readString(file)).get("cases");
        return StreamSupport.stream(cases.spliterator(), false)
                .map(published -> DynamicTest.dynamicTest(
                        published.get("id").stringValue() + " "
                                + published.get("bet_type").stringValue(),
                        () -> isPaidExactly(published)));
    }

    private static @Nullable Path find(String relative) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(relative))) {
                return at.resolve(relative);
            }
        }
        return null;
    }

    private static void isPaidExactly(JsonNode published) {
        List<List<JsonNode>> bets = betsOf(published);
        Rational exact = Rational.ZERO;
        Money halfUp = Money.zero(GBP);
        for (List<JsonNode> legs : bets) {
            Grade.Decided decided = (Grade.Decided) BetGrading.grade(bet(published, legs), markets(legs));
            exact = exact.plus(decided.exactReturns());
            halfUp = halfUp.plus(Rounding.HALF_UP.round(decided.exactReturns(), GBP));
        }
        assertThat(exact).isEqualTo(exact(published));
        assertThat(halfUp.toDecimalString())
                .isEqualTo(published.get("returns_half_up").stringValue());
        if (bets.size() == 1) {
            isRoundedBy(Rounding.DOWN, exact, published.get("returns_down"));
            isRoundedBy(Rounding.HALF_EVEN, exact, published.get("returns_half_even"));
        }
    }

    private static void isRoundedBy(Rounding policy, Rational exact, JsonNode returns) {
        assertThat(policy.round(exact, GBP).toDecimalString()).isEqualTo(returns.stringValue());
    }

    // One source sells all trebles of four legs as one bet. Here that is four accumulators, which come to the same.
    private static List<List<JsonNode>> betsOf(JsonNode published) {
        List<JsonNode> legs =
                StreamSupport.stream(published.get("legs").spliterator(), false).toList();
        if (!published.get("bet_type").stringValue().equals("treble") || legs.size() == 3) {
            return List.of(legs);
        }
        return IntStream.range(0, legs.size())
                .mapToObj(left -> IntStream.range(0, legs.size())
                        .filter(leg -> leg != left)
                        .mapToObj(legs::get)
                        .toList())
                .toList();
    }

    private static Rational exact(JsonNode published) {
        return Rational.parse(published.get("exact_returns").stringValue());
    }

    private static Bet bet(JsonNode published, List<JsonNode> legNodes) {
        boolean eachWay = published.get("each_way").booleanValue();
        List<Leg> legs = new ArrayList<>();
        for (JsonNode leg : legNodes) {
            legs.add(new Leg(
                    legs.size() + 1,
                    market(legs.size()),
                    new SelectionId("S"),
                    price(leg),
                    eachWay
                            ? new EachWay(
                                    Rational.parse(leg.get("place_fraction").stringValue()), PLACES)
                            : null,
                    leg.has("bog")));
        }
        return new Bet(
                UUID.randomUUID(),
                new AccountId("punter"),
                type(published.get("bet_type").stringValue()),
                money(published.get("total_stake")),
                money(published.get("unit_stake")),
                published.has("max_payout") ? money(published.get("max_payout")) : null,
                published.has("bog_cap") ? money(published.get("bog_cap")) : null,
                ACCEPTED,
                legs);
    }

    private static BetType type(String name) {
        return switch (name) {
            case "double", "treble", "fourfold", "fivefold", "sixfold", "sevenfold", "eightfold" -> BetType.ACCUMULATOR;
            case "superheinz" -> BetType.SUPER_HEINZ;
            default -> BetType.valueOf(name.toUpperCase(Locale.ROOT));
        };
    }

    private static MarketId market(int index) {
        return new MarketId("race-" + index);
    }

    private static Price price(JsonNode leg) {
        return Price.of(
                leg.has("odds_fractional")
                        ? leg.get("odds_fractional").stringValue()
                        : leg.get("odds_decimal").stringValue());
    }

    private static Map<MarketId, GradedMarket> markets(List<JsonNode> legs) {
        Map<MarketId, GradedMarket> markets = new HashMap<>();
        for (JsonNode leg : legs) {
            MarketId marketId = market(markets.size());
            Header header = new Header("e", marketId, 1, ACCEPTED, null);
            var result = new MarketResult.Result(header, Certainty.CONFIRMED, List.of(outcome(leg)));
            markets.put(marketId, GradedMarket.of(List.of(result), PaysOn.CONFIRMED));
        }
        return markets;
    }

    private static Outcome outcome(JsonNode leg) {
        return new Outcome(
                new SelectionId("S"),
                SelectionResult.valueOf(leg.get("result").stringValue().toUpperCase(Locale.ROOT)),
                null,
                deadHeat(leg, "dead_heat_win_factor"),
                deadHeat(leg, "dead_heat_place_factor"),
                leg.has("rule4_pct") ? List.of(new Rule4(decimal(leg.get("rule4_pct")), null)) : List.of(),
                leg.has("sp_decimal") ? Price.of(leg.get("sp_decimal").stringValue()) : null,
                null);
    }

    private static @Nullable DeadHeat deadHeat(JsonNode leg, String member) {
        if (!leg.has(member)) {
            return null;
        }
        Rational share = Rational.parse(leg.get(member).stringValue());
        return new DeadHeat(
                share.numerator().intValueExact(), share.denominator().intValueExact());
    }

    private static Money money(JsonNode decimal) {
        return Money.parse(decimal.stringValue(), GBP);
    }

    private static Rational decimal(JsonNode text) {
        BigDecimal value = new BigDecimal(text.stringValue());
        BigDecimal plain = value.scale() < 0 ? value.setScale(0) : value;
        return new Rational(plain.unscaledValue(), BigInteger.TEN.pow(plain.scale()));
    }
}
