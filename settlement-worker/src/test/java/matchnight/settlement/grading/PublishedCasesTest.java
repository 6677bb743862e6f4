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
                .filter(published -> !isPermutation(published))
                .map(published -> DynamicTest.dynamicTest(
                        published.get("id").stringValue() + " "
                                + published.get("bet_type").stringValue(),
                        () -> isPaidExactly(published)));
    }

    // One source sells four legs as four trebles, which is no type that is sold here.
    private static boolean isPermutation(JsonNode published) {
        return published.get("bet_type").stringValue().equals("treble")
                && published.get("legs").size() != 3;
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
        Bet bet = bet(published);
        assertThat(BetGrading.grade(bet, markets(published))).isInstanceOfSatisfying(Grade.Decided.class, decided -> {
            assertThat(uncapped(published, decided.exactReturns())).isEqualTo(exact(published));
            assertThat(decided.returns().toDecimalString())
                    .isEqualTo(published.get("returns_half_up").stringValue());
        });
    }

    // The file's exact figure is after its maximum payout; ours is before the cap.
    private static Rational uncapped(JsonNode published, Rational exact) {
        return published.has("max_payout") ? exact.min(decimal(published.get("max_payout"))) : exact;
    }

    private static Rational exact(JsonNode published) {
        return Rational.parse(published.get("exact_returns").stringValue());
    }

    private static Bet bet(JsonNode published) {
        boolean eachWay = published.get("each_way").booleanValue();
        List<Leg> legs = new ArrayList<>();
        for (JsonNode leg : published.get("legs")) {
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

    private static Map<MarketId, GradedMarket> markets(JsonNode published) {
        Map<MarketId, GradedMarket> markets = new HashMap<>();
        for (JsonNode leg : published.get("legs")) {
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
