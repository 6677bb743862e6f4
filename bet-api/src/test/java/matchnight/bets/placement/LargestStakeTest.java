package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.money.Money;
import org.junit.jupiter.api.Test;

/** The stake that a refusal names is the largest one: it is taken, and the next above is not. */
class LargestStakeTest {

    private static final List<String> CURRENCIES = List.of("JPY", "GBP", "KWD");
    private static final List<String> PRICES =
            List.of("1.01", "1.0001", "2.00", "2.50", "11/4", "100/30", "501", "999999");
    private static final List<String> RATES = List.of("1", "1.2345", "0.0051", "191.37");

    @Test
    void isTakenAndTheNextAboveIsNotWhateverTheRoomAndTheLimits() {
        SplittableRandom random = new SplittableRandom(20260501);
        int none = 0;
        int some = 0;
        for (int i = 0; i < 4_000; i++) {
            if (check(random).isPositive()) {
                some++;
            } else {
                none++;
            }
        }
        // Both kinds are met often, or the test shows little.
        assertThat(some).isGreaterThan(500);
        assertThat(none).isGreaterThan(500);
    }

    private static String rate(SplittableRandom random) {
        return random.nextInt(20) == 0 ? any(List.of("0.000000000001", "999999999"), random) : any(RATES, random);
    }

    private static Money check(SplittableRandom random) {
        BetType type = any(List.of(BetType.values()), random);
        int legs = type == BetType.ACCUMULATOR ? random.nextInt(2, random.nextBoolean() ? 4 : 21) : type.mostLegs();
        boolean eachWay = random.nextBoolean();
        Offer offer = new Offer(any(CURRENCIES, random));
        CURRENCIES.forEach(from ->
                CURRENCIES.stream().filter(to -> !to.equals(from)).forEach(to -> offer.rate(from, to, rate(random))));
        Map<SelectionKey, Long> room = new HashMap<>();
        for (int leg = 0; leg < legs; leg++) {
            long lowest = amount(random, 4);
            Offer.Terms terms = offer.usual()
                    .at(any(PRICES, random))
                    .in(any(CURRENCIES, random))
                    .stakes(lowest, lowest + amount(random, 15) * 100)
                    .room(amount(random, 14) * 1_000)
                    .returns(random.nextInt(3) == 0 ? null : amount(random, 12));
            offer.with(terms);
            room.put(offer.lastSelection(), terms.room());
        }
        int lines = PlaceBet.unitStakes(type, legs, eachWay);
        Money largest = largest(offer, type, eachWay, lines, room);
        if (largest.isPositive()) {
            assertThat(fits(offer, offer.bet(type, eachWay, largest.minorUnits()), room))
                    .as("%s of %s", largest, offer)
                    .isTrue();
        }
        List<Long> above = stakesAbove(
                largest.minorUnits(), lines, Money.largest(largest.currency()).minorUnits(), random);
        for (long stake : above) {
            assertThat(fits(offer, offer.bet(type, eachWay, stake), room))
                    .as("%s above %s", stake, largest)
                    .isFalse();
        }
        return largest;
    }

    // Where the legs' limits refuse the stake asked, the refusal names the largest; where they do not, the admitted bet
    // does.
    private static Money largest(Offer offer, BetType type, boolean eachWay, int lines, Map<SelectionKey, Long> room) {
        PlaceBet asked = offer.bet(type, eachWay, lines);
        return switch (offer.decide(asked)) {
            case Admission.Admitted admitted -> admitted.largestStakeWithin(room::get);
            case Admission.Rejected(Refusal refusal) ->
                Money.parse(String.valueOf(refusal.maxStake()), asked.stake().currency());
        };
    }

    private static boolean fits(Offer offer, PlaceBet command, Map<SelectionKey, Long> room) {
        return offer.decide(command) instanceof Admission.Admitted admitted
                && admitted.legs().stream().allMatch(leg -> leg.liability() <= room.getOrDefault(leg.selection(), -1L));
    }

    /** The next step and some beyond, up to the largest that can be asked for. */
    private static List<Long> stakesAbove(long stake, int lines, long most, SplittableRandom random) {
        List<Long> above = new ArrayList<>();
        long steps = (most - stake) / lines;
        if (steps >= 1) {
            above.add(stake + lines);
            for (int i = 0; i < 5; i++) {
                above.add(stake + lines * (1 + (long) (random.nextDouble() * random.nextDouble() * (steps - 1))));
            }
        }
        return above;
    }

    /** A positive amount whose number of digits is drawn first, so that small ones are as frequent as large ones. */
    private static long amount(SplittableRandom random, int mostDigits) {
        long bound = 10;
        for (int digits = random.nextInt(mostDigits); digits > 0; digits--) {
            bound *= 10;
        }
        return random.nextLong(1, bound);
    }

    private static <T> T any(List<T> of, SplittableRandom random) {
        return of.get(random.nextInt(of.size()));
    }
}
