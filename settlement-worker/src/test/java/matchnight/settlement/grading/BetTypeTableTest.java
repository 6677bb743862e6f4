package matchnight.settlement.grading;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import matchnight.settlement.result.SelectionResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type with every number of legs, each-way or not, graded by every combination of results that its legs can have,
 * or by {@value #DRAWN_COMBINATIONS} drawn ones where there are more than {@value #MOST_COMBINATIONS}. What each
 * returns is computed another way as well: every line is written out as the legs in it, and whole numbers are
 * multiplied and divided once.
 */
class BetTypeTableTest {

    private static final int MOST_COMBINATIONS = 2_500;
    private static final int DRAWN_COMBINATIONS = 400;
    private static final List<String> CURRENCIES = List.of("JPY", "GBP", "KWD");
    private static final List<String> PRICES =
            List.of("1.01", "1.0001", "1.91", "2.00", "2.5", "1/9", "4/6", "1/1", "100/30", "15/8", "7/2");
    private static final List<String> PLACE_FRACTIONS = List.of("1/4", "1/5", "1/3", "1/1");

    /** What a leg can come to. */
    private enum Came {
        WON,
        LOST,
        VOID,
        PLACED,
        HALF_WON,
        HALF_LOST,
        DEAD_HEAT
    }

    record Row(BetType type, int legs, boolean eachWay) {}

    static Stream<Row> table() {
        return Stream.of(BetType.values())
                .flatMap(type -> IntStream.rangeClosed(type.fewestLegs(), type.mostLegs())
                        .boxed()
                        .flatMap(legs -> Stream.of(false, true).map(eachWay -> new Row(type, legs, eachWay))));
    }

    @ParameterizedTest
    @MethodSource("table")
    void returnsAreThoseOfTheLinesWrittenOut(Row row) {
        SplittableRandom random = new SplittableRandom(row.hashCode());
        List<List<Integer>> lines = lines(row.type(), row.legs());
        check(row, lines, everyLeg(row.legs(), Came.WON), random);
        check(row, lines, everyLeg(row.legs(), Came.LOST), random);
        check(row, lines, everyLeg(row.legs(), Came.VOID), random);
        long all = combinations(row.legs());
        for (int i = 0; i < (all <= MOST_COMBINATIONS ? all : DRAWN_COMBINATIONS); i++) {
            check(
                    row,
                    lines,
                    all <= MOST_COMBINATIONS ? combination(i, row.legs()) : drawn(row.legs(), random),
                    random);
        }
    }

    private static long combinations(int legs) {
        return BigInteger.valueOf(Came.values().length).pow(legs).longValueExact();
    }

    private static List<Came> everyLeg(int legs, Came came) {
        return IntStream.range(0, legs).mapToObj(_ -> came).toList();
    }

    private static List<Came> combination(int number, int legs) {
        List<Came> results = new ArrayList<>();
        int rest = number;
        for (int leg = 0; leg < legs; leg++) {
            results.add(Came.values()[rest % Came.values().length]);
            rest /= Came.values().length;
        }
        return results;
    }

    private static List<Came> drawn(int legs, SplittableRandom random) {
        // Mostly winners: of a long accumulator with a loser there is nothing left to compute.
        int losers = random.nextInt(3);
        return IntStream.range(0, legs)
                .mapToObj(_ -> random.nextInt(10) < losers ? any(List.of(Came.values()), random) : anyAlive(random))
                .toList();
    }

    private static Came anyAlive(SplittableRandom random) {
        return any(List.of(Came.WON, Came.WON, Came.VOID, Came.HALF_WON, Came.HALF_LOST, Came.DEAD_HEAT), random);
    }

    /** Lines from the types' printed definitions: all legs, or all combinations of two or more, or of one or more. */
    private static List<List<Integer>> lines(BetType type, int legs) {
        int smallest = switch (type) {
            case SINGLE, PATENT, LUCKY15, LUCKY31, LUCKY63 -> 1;
            case TRIXIE, YANKEE, CANADIAN, HEINZ, SUPER_HEINZ, GOLIATH -> 2;
            case ACCUMULATOR -> legs;
        };
        List<List<Integer>> lines = new ArrayList<>();
        addLines(List.of(), 0, legs, smallest, lines);
        return lines;
    }

    private static void addLines(List<Integer> begun, int leg, int legs, int smallest, List<List<Integer>> lines) {
        if (begun.size() + legs - leg < smallest) {
            return;
        }
        if (leg == legs) {
            lines.add(begun);
            return;
        }
        addLines(begun, leg + 1, legs, smallest, lines);
        List<Integer> withLeg = new ArrayList<>(begun);
        withLeg.add(leg);
        addLines(withLeg, leg + 1, legs, smallest, lines);
    }

    private static void check(Row row, List<List<Integer>> lines, List<Came> results, SplittableRandom random) {
        CurrencyCode currency = CurrencyCode.of(any(CURRENCIES, random));
        long unitStake = random.nextLong(1, 100_000);
        List<Leg> legs = new ArrayList<>();
        Map<MarketId, GradedMarket> markets = new HashMap<>();
        List<Fraction> win = new ArrayList<>();
        List<Fraction> place = new ArrayList<>();
        for (Came came : results) {
            MarketId market = new MarketId("m" + legs.size());
            String price = any(PRICES, random);
            String fraction = any(PLACE_FRACTIONS, random);
            EachWay terms = row.eachWay() ? new EachWay(Rational.parse(fraction), 3) : null;
            legs.add(new Leg(legs.size() + 1, market, new SelectionId("S"), Price.of(price), terms, false));
            markets.put(market, market(market, came));
            win.add(factor(came, Fraction.ofPrice(price), came != Came.PLACED));
            place.add(factor(came, Fraction.ofPlace(price, fraction), true));
        }
        long unitStakes = (long) lines.size() * (row.eachWay() ? 2 : 1);
        Bet bet = new Bet(
                new UUID(0, 1),
                new AccountId("punter"),
                row.type(),
                new Money(unitStake * unitStakes, currency),
                new Money(unitStake, currency),
                null,
                null,
                Instant.EPOCH,
                legs);
        Fraction perUnit = sum(lines, win);
        if (row.eachWay()) {
            perUnit = perUnit.plus(sum(lines, place));
        }
        BigInteger returns = perUnit.times(unitStake).halfUp();
        assertThat(BetGrading.grade(bet, markets)).isInstanceOfSatisfying(Grade.Decided.class, decided -> {
            assertThat(BigInteger.valueOf(Rounding.HALF_UP
                            .round(decided.exactReturns(), bet.stake().currency())
                            .minorUnits()))
                    .as("%s with %s", row, results)
                    .isEqualTo(returns);
            assertThat(decided.isVoid()).isEqualTo(results.stream().allMatch(Came.VOID::equals));
        });
    }

    private static GradedMarket market(MarketId marketId, Came came) {
        boolean deadHeat = came == Came.DEAD_HEAT;
        Outcome outcome = new Outcome(
                new SelectionId("S"),
                deadHeat ? SelectionResult.WON : SelectionResult.valueOf(came.name()),
                null,
                deadHeat ? new DeadHeat(1, 2) : null,
                deadHeat ? new DeadHeat(1, 2) : null,
                List.of(),
                null,
                null);
        var header = new Header("e", marketId, 1, Instant.EPOCH, null);
        MarketResult result = new MarketResult.Result(header, Certainty.CONFIRMED, List.of(outcome));
        return GradedMarket.of(List.of(result), PaysOn.CONFIRMED);
    }

    /** What a unit on a part comes to that returns so much when it wins; {@code placedWins}: also when only placed. */
    private static Fraction factor(Came came, Fraction whenWon, boolean placedWins) {
        return switch (came) {
            case WON -> whenWon;
            case LOST -> new Fraction(BigInteger.ZERO, BigInteger.ONE);
            case VOID -> new Fraction(BigInteger.ONE, BigInteger.ONE);
            case PLACED -> placedWins ? whenWon : new Fraction(BigInteger.ZERO, BigInteger.ONE);
            case HALF_WON ->
                new Fraction(
                        whenWon.over().add(whenWon.under()), whenWon.under().shiftLeft(1));
            case HALF_LOST -> new Fraction(BigInteger.ONE, BigInteger.TWO);
            case DEAD_HEAT -> new Fraction(whenWon.over(), whenWon.under().shiftLeft(1));
        };
    }

    private static Fraction sum(List<List<Integer>> lines, List<Fraction> factors) {
        BigInteger sum = BigInteger.ZERO;
        for (List<Integer> line : lines) {
            BigInteger product = BigInteger.ONE;
            for (int leg = 0; leg < factors.size(); leg++) {
                Fraction factor = factors.get(leg);
                product = product.multiply(line.contains(leg) ? factor.over() : factor.under());
            }
            sum = sum.add(product);
        }
        return new Fraction(sum, factors.stream().map(Fraction::under).reduce(BigInteger.ONE, BigInteger::multiply));
    }

    private static <T> T any(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }

    /** Two whole numbers, never reduced. */
    private record Fraction(BigInteger over, BigInteger under) {

        static Fraction ofPrice(String price) {
            int slash = price.indexOf('/');
            if (slash >= 0) {
                BigInteger stake = new BigInteger(price.substring(slash + 1));
                return new Fraction(new BigInteger(price.substring(0, slash)).add(stake), stake);
            }
            BigDecimal decimal = new BigDecimal(price);
            return new Fraction(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
        }

        static Fraction ofPlace(String price, String fraction) {
            Fraction win = ofPrice(price);
            int slash = fraction.indexOf('/');
            BigInteger part = new BigInteger(fraction.substring(0, slash));
            BigInteger under = win.under().multiply(new BigInteger(fraction.substring(slash + 1)));
            return new Fraction(under.add(win.over().subtract(win.under()).multiply(part)), under);
        }

        Fraction plus(Fraction other) {
            return new Fraction(
                    over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
        }

        Fraction times(long whole) {
            return new Fraction(over.multiply(BigInteger.valueOf(whole)), under);
        }

        BigInteger halfUp() {
            return over.shiftLeft(1).add(under).divide(under.shiftLeft(1));
        }
    }
}
