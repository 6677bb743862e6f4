package matchnight.settlement.grading;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import matchnight.ledger.bet.Lines;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Grades a bet by the states of its legs' markets.
 *
 * <p>A bet is decided once all its legs are, or as soon as so many have lost that no line is alive: nothing that the others
 * become can then bring anything back.
 */
public final class BetGrading {

    private final Bet bet;
    private final List<DecidedLeg> decided;

    private BetGrading(Bet bet, List<DecidedLeg> decided) {
        this.bet = bet;
        this.decided = decided;
    }

    private record DecidedLeg(Leg leg, Outcome outcome, Cause by) {}

    /** Grades {@code bet}; a market that is not in the map has no events. */
    public static Grade grade(Bet bet, Map<MarketId, GradedMarket> markets) {
        List<DecidedLeg> decided = new ArrayList<>(bet.legs().size());
        for (Leg leg : bet.legs()) {
            GradedMarket market = markets.getOrDefault(leg.marketId(), GradedMarket.WITHOUT_EVENTS);
            if (market.state().decide(leg.selectionId(), bet.acceptedAt(), market.paysOn())
                    instanceof LegDecision.Decided(Outcome outcome, Cause by)) {
                decided.add(new DecidedLeg(leg, outcome, by));
            }
        }
        return new BetGrading(bet, decided).grade();
    }

    private Grade grade() {
        List<LegFactor> atPricesTaken = factors(leg -> leg.leg().price());
        if (decided.size() == bet.legs().size()) {
            return returnsOf(atPricesTaken);
        }
        long alive = bet.legs().size()
                - atPricesTaken.stream().filter(LegFactor::loses).count();
        return alive < smallestLine()
                ? new Grade.Decided(false, 0, 0, Rational.ZERO, null, Rational.ZERO, gradedLegs(), openLegs())
                : new Grade.Open(gradedLegs(), openLegs());
    }

    private Grade returnsOf(List<LegFactor> atPricesTaken) {
        boolean isVoid = atPricesTaken.stream().allMatch(LegFactor::isVoid);
        Rational sum = sumOf(atPricesTaken);
        Grade.TopUp topUp = topUp(sum);
        return new Grade.Decided(
                isVoid,
                linesPaid(atPricesTaken, LegFactor::win),
                linesPaid(atPricesTaken, LegFactor::place),
                sum,
                topUp,
                isVoid ? sum : capped(topUp == null ? sum : sum.plus(topUp.added())),
                gradedLegs(),
                List.of());
    }

    private Rational sumOf(List<LegFactor> factors) {
        Rational lines = lines(factors, LegFactor::win);
        return bet.unitStake()
                .toMajorUnits()
                .times(bet.isEachWay() ? lines.plus(lines(factors, LegFactor::place)) : lines);
    }

    private Rational lines(List<LegFactor> factors, Function<LegFactor, Rational> part) {
        return Lines.sumOfProducts(factors.stream().map(part).toList(), smallestLine());
    }

    // A line pays if all its legs do: with 1 for a leg that does and 0 for one that does not, its product counts it.
    private int linesPaid(List<LegFactor> factors, Function<LegFactor, Rational> part) {
        Rational paid = lines(factors, factor -> part.apply(factor).isZero() ? Rational.ZERO : Rational.UNIT);
        return paid.numerator().intValueExact();
    }

    private int smallestLine() {
        return bet.type().smallestLine(bet.legs().size());
    }

    // Both sides of the guarantee are whole bets, since in a multiple the better price of one leg multiplies the
    // others.
    private Grade.@Nullable TopUp topUp(Rational sumAtPricesTaken) {
        if (decided.stream()
                .noneMatch(leg -> bestPrice(leg).isHigherThan(leg.leg().price()))) {
            return null;
        }
        Rational atBestPrices = sumOf(factors(BetGrading::bestPrice));
        Rational better = atBestPrices.minus(sumAtPricesTaken);
        if (better.isZero()) {
            return null;
        }
        Rational added =
                bet.topUpMax() == null ? better : better.min(bet.topUpMax().toMajorUnits());
        return new Grade.TopUp(atBestPrices, bet.topUpMax(), added);
    }

    private static Price bestPrice(DecidedLeg decided) {
        Price taken = decided.leg().price();
        Price starting = decided.outcome().startingPrice();
        return decided.leg().bestOddsGuaranteed() && starting != null && starting.isHigherThan(taken)
                ? starting
                : taken;
    }

    // Before the rounding: what a cap leaves fits into 64 bits, whatever the better prices came to.
    private Rational capped(Rational exactReturns) {
        return bet.maxReturns() == null
                ? exactReturns
                : exactReturns.min(bet.maxReturns().toMajorUnits());
    }

    private List<LegFactor> factors(Function<DecidedLeg, Price> price) {
        return decided.stream()
                .map(leg -> LegFactor.of(leg.leg(), leg.outcome(), bet.acceptedAt(), price.apply(leg)))
                .toList();
    }

    private List<GradedLeg> gradedLegs() {
        return decided.stream().map(this::gradedLeg).toList();
    }

    private GradedLeg gradedLeg(DecidedLeg decided) {
        Price price = bestPrice(decided);
        LegFactor factor = LegFactor.of(decided.leg(), decided.outcome(), bet.acceptedAt(), price);
        return new GradedLeg(
                decided.leg(),
                decided.outcome(),
                decided.by(),
                decided.outcome().rule4().stream()
                        .filter(deduction -> deduction.appliesTo(bet.acceptedAt()))
                        .toList(),
                price,
                factor.win(),
                factor.place());
    }

    private List<Integer> openLegs() {
        return IntStream.rangeClosed(1, bet.legs().size())
                .filter(number -> decided.stream().noneMatch(leg -> leg.leg().number() == number))
                .boxed()
                .toList();
    }
}
