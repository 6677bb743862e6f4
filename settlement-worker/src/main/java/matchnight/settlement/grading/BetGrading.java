package matchnight.settlement.grading;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import matchnight.ledger.bet.Lines;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.result.Outcome;

/**
 * Grades a bet by the states of its legs' markets.
 *
 * <p>A bet is decided once all its legs are, or as soon as so many have lost that no line is alive: nothing that the others
 * become can then bring anything back.
 */
public final class BetGrading {

    private static final Rounding ROUNDING = Rounding.HALF_UP;

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
        return alive < smallestLine() ? decided(false, Rational.ZERO) : new Grade.Open();
    }

    private Grade returnsOf(List<LegFactor> atPricesTaken) {
        boolean isVoid = atPricesTaken.stream().allMatch(LegFactor::isVoid);
        Rational returns = exactReturns(atPricesTaken);
        return decided(isVoid, isVoid ? returns : returns.plus(topUp(returns)));
    }

    private Grade decided(boolean isVoid, Rational exactReturns) {
        Rational paid = isVoid ? exactReturns : capped(exactReturns);
        Money returns = ROUNDING.round(paid, bet.stake().currency());
        return new Grade.Decided(isVoid, exactReturns, returns, ROUNDING, gradedLegs());
    }

    private Rational exactReturns(List<LegFactor> factors) {
        Rational lines =
                Lines.sumOfProducts(factors.stream().map(LegFactor::win).toList(), smallestLine());
        if (bet.isEachWay()) {
            lines = lines.plus(
                    Lines.sumOfProducts(factors.stream().map(LegFactor::place).toList(), smallestLine()));
        }
        return bet.unitStake().toMajorUnits().times(lines);
    }

    private int smallestLine() {
        return bet.type().smallestLine(bet.legs().size());
    }

    // Both sides of the guarantee are whole bets, since in a multiple the better price of one leg multiplies the
    // others.
    private Rational topUp(Rational returnsAtPricesTaken) {
        if (decided.stream()
                .noneMatch(leg -> bestPrice(leg).isHigherThan(leg.leg().price()))) {
            return Rational.ZERO;
        }
        Rational better = exactReturns(factors(BetGrading::bestPrice)).minus(returnsAtPricesTaken);
        return bet.topUpMax() == null ? better : better.min(bet.topUpMax().toMajorUnits());
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
                decided.leg(), decided.outcome().result(), decided.by(), price, factor.win(), factor.place());
    }
}
