package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import matchnight.ledger.bet.BetType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type with every number of legs, each-way or not, in currencies of 0, 2 and 3 digits, at generated prices. */
class BetTypeTableTest {

    private static final List<String> CURRENCIES = List.of("JPY", "GBP", "KWD");
    private static final List<String> PRICES = List.of(
            "1.01", "1.0001", "1.91", "2.00", "2.5", "3.3333", "1/9", "4/6", "11/10", "100/30", "15/8", "1/1", "7/2");
    private static final List<String> PLACE_FRACTIONS = List.of("1/4", "1/5", "1/3", "2/7", "1/1");

    record Row(BetType type, int legs, boolean eachWay, String currency) {}

    static Stream<Row> table() {
        return Stream.of(BetType.values())
                .flatMap(type -> IntStream.rangeClosed(1, 20)
                        .filter(legs -> legs >= fewest(type) && legs <= most(type))
                        .boxed()
                        .flatMap(legs -> Stream.of(false, true)
                                .flatMap(eachWay ->
                                        CURRENCIES.stream().map(currency -> new Row(type, legs, eachWay, currency)))));
    }

    private static int fewest(BetType type) {
        return type == BetType.ACCUMULATOR ? 2 : most(type);
    }

    private static int most(BetType type) {
        return switch (type) {
            case SINGLE -> 1;
            case ACCUMULATOR -> 20;
            case TRIXIE, PATENT -> 3;
            case YANKEE, LUCKY15 -> 4;
            case CANADIAN, LUCKY31 -> 5;
            case HEINZ, LUCKY63 -> 6;
            case SUPER_HEINZ -> 7;
            case GOLIATH -> 8;
        };
    }

    @ParameterizedTest
    @MethodSource("table")
    void linesUnitStakesReturnsAndLiabilitiesAreThoseOfTheLinesWrittenOut(Row row) {
        SplittableRandom random = new SplittableRandom(row.hashCode());
        for (int times = 0; times < 20; times++) {
            check(row, random);
        }
    }

    private static void check(Row row, SplittableRandom random) {
        Offer offer = new Offer(row.currency());
        List<BigInteger[]> wins = new ArrayList<>();
        List<BigInteger[]> places = new ArrayList<>();
        for (int leg = 0; leg < row.legs(); leg++) {
            String price = any(PRICES, random);
            String fraction = any(PLACE_FRACTIONS, random);
            offer.with(offer.usual().at(price).eachWay(fraction));
            wins.add(EnumeratedBet.priceFactor(price));
            places.add(EnumeratedBet.placeFactor(price, fraction));
        }
        EnumeratedBet win = new EnumeratedBet(row.type().name(), wins);
        EnumeratedBet place = new EnumeratedBet(row.type().name(), places);
        int parts = row.eachWay() ? 2 : 1;
        long unitStake = random.nextLong(1, 1_000_000);
        int lines = win.lineCount() * parts;

        var admitted = offer.admit(offer.bet(row.type(), row.eachWay(), unitStake * lines));

        assertThat(admitted.command().lines()).isEqualTo(lines);
        assertThat(admitted.command().unitStake().minorUnits()).isEqualTo(unitStake);
        assertThat(BigInteger.valueOf(admitted.possibleReturns().minorUnits()))
                .isEqualTo(returns(unitStake, row.eachWay() ? List.of(win, place) : List.of(win)));
        for (int leg = 0; leg < row.legs(); leg++) {
            BigInteger[] price = wins.get(leg);
            BigInteger wonTimesDenominator = BigInteger.valueOf(unitStake)
                    .multiply(BigInteger.valueOf(win.linesWith(leg) * parts))
                    .multiply(price[0].subtract(price[1]));
            BigInteger roundedUp =
                    wonTimesDenominator.add(price[1]).subtract(BigInteger.ONE).divide(price[1]);
            assertThat(BigInteger.valueOf(admitted.legs().get(leg).liability())).isEqualTo(roundedUp);
        }
    }

    private static BigInteger returns(long unitStake, List<EnumeratedBet> parts) {
        BigInteger denominator =
                parts.stream().map(EnumeratedBet::denominator).reduce(BigInteger.ONE, BigInteger::multiply);
        BigInteger numerator = parts.stream()
                .map(part -> part.numerator().multiply(denominator).divide(part.denominator()))
                .reduce(BigInteger.ZERO, BigInteger::add);
        return EnumeratedBet.halfUp(BigInteger.valueOf(unitStake).multiply(numerator), denominator);
    }

    private static String any(List<String> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }
}
