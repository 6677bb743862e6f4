package matchnight.settlement.grading;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.DeadHeat;
import matchnight.settlement.result.Outcome;
import matchnight.settlement.result.Rule4;
import matchnight.settlement.result.SelectionResult;
import matchnight.settlement.result.VoidFactor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The formula of a leg's factor with one term at a time wrong. The right one gives what {@link LegFactor} gives for every
 * outcome there is; each wrong one must be told apart by some of them, or no test would notice that term.
 */
class LegFactorTermsTest {

    private static final Instant ACCEPTED = Instant.parse("2026-01-01T12:00:00Z");
    private static final Price PRICE = Price.of("9/2");
    private static final EachWay TERMS = new EachWay(Rational.of(1, 5), 3);
    private static final Rational HALF = Rational.of(1, 2);

    /** One way to get a factor wrong. */
    enum Wrong {
        NOTHING,
        VOID_PART_IS_FORGOTTEN,
        HALF_RESULTS_VOID_NOTHING,
        VOID_PART_IS_ADDED_TO_THE_WHOLE,
        VOID_PART_IS_WON_TOO,
        LOST_IS_WON,
        PLACED_WINS,
        WON_IS_NOT_PLACED,
        PLACED_IS_NOT_PLACED,
        POSITION_IS_FORGOTTEN,
        POSITION_IS_BELOW_THE_PLACES,
        DEAD_HEAT_IS_FORGOTTEN,
        DEAD_HEAT_DIVIDES_WINNINGS_ONLY,
        DEAD_HEAT_DIVIDES_THE_VOID_PART_TOO,
        DEAD_HEAT_OF_THE_WIN_DIVIDES_THE_PLACE,
        DEDUCTION_IS_FORGOTTEN,
        DEDUCTION_TAKES_FROM_RETURNS,
        DEDUCTION_SPARES_THE_PLACE,
        DEDUCTION_IS_DIVIDED_BY_THE_DEAD_HEAT,
        DEDUCTION_IGNORES_ITS_TIME,
        DEDUCTION_TAKES_AT_ITS_TIME,
        DEDUCTIONS_FOLLOW_ONE_ANOTHER,
        DEDUCTIONS_TAKE_MORE_THAN_ALL,
        FRACTION_IS_FORGOTTEN,
        FRACTION_TAKES_FROM_RETURNS,
        STAKE_IS_FORGOTTEN,
    }

    @ParameterizedTest
    @EnumSource(Wrong.class)
    void everyTermIsToldApartByAnOutcome(Wrong wrong) {
        Leg leg = new Leg(1, new MarketId("m"), new SelectionId("S"), PRICE, TERMS, false);
        List<Outcome> toldApart = outcomes().stream()
                .filter(outcome -> {
                    LegFactor factor = LegFactor.of(leg, outcome, ACCEPTED, PRICE);
                    Rational win = new Formula(outcome, wrong, false).factor();
                    Rational place = new Formula(outcome, wrong, true).factor();
                    return !factor.win().equals(win) || !factor.place().equals(place);
                })
                .toList();

        if (wrong == Wrong.NOTHING) {
            assertThat(toldApart).isEmpty();
        } else {
            assertThat(toldApart).isNotEmpty();
        }
    }

    /** Every result with every term beside it. */
    private static List<Outcome> outcomes() {
        List<Outcome> outcomes = new ArrayList<>();
        for (SelectionResult result : SelectionResult.values()) {
            for (List<Rule4> deductions : deductions()) {
                for (VoidFactor voidFactor : voidFactors(result)) {
                    for (Integer position : new Integer[] {null, 2, 3, 4}) {
                        outcomes.add(outcome(result, voidFactor, null, null, deductions, position));
                        outcomes.add(outcome(
                                result, voidFactor, new DeadHeat(1, 2), new DeadHeat(2, 3), deductions, position));
                    }
                }
            }
        }
        return outcomes;
    }

    private static VoidFactor[] voidFactors(SelectionResult result) {
        return switch (result) {
            case VOID, HALF_WON, HALF_LOST -> new VoidFactor[] {null};
            case WON, LOST, PLACED -> new VoidFactor[] {null, VoidFactor.HALF, VoidFactor.WHOLE};
        };
    }

    private static List<List<Rule4>> deductions() {
        Rule4 always = new Rule4(Rational.of(25), null);
        return List.of(
                List.of(),
                List.of(always),
                List.of(always, new Rule4(Rational.of(10), null)),
                List.of(new Rule4(Rational.of(60), null), new Rule4(Rational.of(60), null)),
                List.of(new Rule4(Rational.of(25), ACCEPTED.minusSeconds(1))),
                List.of(new Rule4(Rational.of(25), ACCEPTED)));
    }

    private static Outcome outcome(
            SelectionResult result,
            @Nullable VoidFactor voidFactor,
            @Nullable DeadHeat deadHeat,
            @Nullable DeadHeat placeDeadHeat,
            List<Rule4> deductions,
            @Nullable Integer position) {
        return new Outcome(
                new SelectionId("S"), result, voidFactor, deadHeat, placeDeadHeat, deductions, null, position);
    }

    /** {@code F = v + (1 - v) * w * d * e}, written out once more and spoilt in one place. */
    private record Formula(Outcome outcome, Wrong wrong, boolean isPlace) {

        Rational factor() {
            Rational v = voidPart();
            Rational d = deadHeat();
            Rational stake = wrong == Wrong.STAKE_IS_FORGOTTEN ? Rational.ZERO : Rational.UNIT;
            Rational e = stake.plus(winnings());
            if (wrong == Wrong.DEDUCTION_TAKES_FROM_RETURNS) {
                e = Rational.UNIT.plus(fraction(PRICE.winningsPerUnit())).times(kept());
            } else if (wrong == Wrong.FRACTION_TAKES_FROM_RETURNS && isPlace) {
                e = Rational.UNIT.plus(PRICE.winningsPerUnit().times(kept())).times(TERMS.fraction());
            }
            Rational returned = wrong == Wrong.DEAD_HEAT_DIVIDES_WINNINGS_ONLY
                    ? Rational.UNIT.plus(e.minus(Rational.UNIT).times(d))
                    : e.times(d);
            Rational won = isWon() ? returned : Rational.ZERO;
            if (wrong == Wrong.VOID_PART_IS_ADDED_TO_THE_WHOLE) {
                return v.plus(won);
            }
            Rational givenBack = wrong == Wrong.DEAD_HEAT_DIVIDES_THE_VOID_PART_TOO ? v.times(d) : v;
            Rational atRisk = wrong == Wrong.VOID_PART_IS_WON_TOO ? Rational.UNIT : Rational.UNIT.minus(v);
            return givenBack.plus(atRisk.times(won));
        }

        private Rational voidPart() {
            Rational part = switch (outcome.result()) {
                case VOID -> Rational.UNIT;
                case HALF_WON, HALF_LOST -> wrong == Wrong.HALF_RESULTS_VOID_NOTHING ? Rational.ZERO : HALF;
                case WON, LOST, PLACED ->
                    outcome.voidFactor() == null
                            ? Rational.ZERO
                            : outcome.voidFactor().part();
            };
            return wrong == Wrong.VOID_PART_IS_FORGOTTEN ? Rational.ZERO : part;
        }

        private boolean isWon() {
            return switch (outcome.result()) {
                case WON, HALF_WON -> !(isPlace && wrong == Wrong.WON_IS_NOT_PLACED);
                case PLACED -> isPlace ? isPlaced() : wrong == Wrong.PLACED_WINS;
                case LOST, HALF_LOST -> wrong == Wrong.LOST_IS_WON;
                case VOID -> false;
            };
        }

        private boolean isPlaced() {
            Integer position = outcome.position();
            if (position == null || wrong == Wrong.POSITION_IS_FORGOTTEN) {
                return wrong != Wrong.PLACED_IS_NOT_PLACED;
            }
            return wrong == Wrong.POSITION_IS_BELOW_THE_PLACES
                    ? position < TERMS.places()
                    : position <= TERMS.places() && wrong != Wrong.PLACED_IS_NOT_PLACED;
        }

        private Rational deadHeat() {
            boolean ofPlace = isPlace && wrong != Wrong.DEAD_HEAT_OF_THE_WIN_DIVIDES_THE_PLACE;
            DeadHeat deadHeat = ofPlace ? outcome.placeDeadHeat() : outcome.deadHeat();
            return deadHeat == null || wrong == Wrong.DEAD_HEAT_IS_FORGOTTEN ? Rational.UNIT : deadHeat.share();
        }

        private Rational winnings() {
            Rational full = fraction(PRICE.winningsPerUnit());
            return wrong == Wrong.DEDUCTION_IS_DIVIDED_BY_THE_DEAD_HEAT
                    ? full.minus(full.times(Rational.UNIT.minus(kept())).dividedBy(deadHeat()))
                    : full.times(kept());
        }

        private Rational fraction(Rational winnings) {
            return isPlace && wrong != Wrong.FRACTION_IS_FORGOTTEN ? winnings.times(TERMS.fraction()) : winnings;
        }

        private Rational kept() {
            if (wrong == Wrong.DEDUCTION_IS_FORGOTTEN || (isPlace && wrong == Wrong.DEDUCTION_SPARES_THE_PLACE)) {
                return Rational.UNIT;
            }
            Rational inTurn = Rational.UNIT;
            Rational together = Rational.UNIT;
            for (Rule4 deduction : outcome.rule4()) {
                if (takes(deduction)) {
                    inTurn = inTurn.times(Rational.UNIT.minus(deduction.part()));
                    together = together.minus(deduction.part());
                }
            }
            if (wrong == Wrong.DEDUCTIONS_FOLLOW_ONE_ANOTHER) {
                return inTurn;
            }
            boolean isMoreThanAll = together.compareTo(Rational.ZERO) < 0;
            return isMoreThanAll && wrong != Wrong.DEDUCTIONS_TAKE_MORE_THAN_ALL ? Rational.ZERO : together;
        }

        private boolean takes(Rule4 deduction) {
            Instant before = deduction.acceptedBefore();
            return before == null
                    || wrong == Wrong.DEDUCTION_IGNORES_ITS_TIME
                    || ACCEPTED.isBefore(before)
                    || (wrong == Wrong.DEDUCTION_TAKES_AT_ITS_TIME && ACCEPTED.equals(before));
        }
    }
}
