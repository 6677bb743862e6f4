package matchnight.bets.placement;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import matchnight.bets.rate.CurrencyPair;
import matchnight.bets.rate.Rates;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What a command comes to before exposure and funds are looked at: refused for a reason that needs no lock, or admitted
 * on terms that are fixed from here on. Pure.
 */
sealed interface Admission {

    record Rejected(Refusal refusal) implements Admission {}

    /**
     * Ready for exposure and funds: its stake is within its bounds.
     *
     * @param possibleReturns rounded and capped
     */
    record Admitted(PlaceBet command, List<PricedLeg> legs, StakeBounds bounds, ReturnCaps caps, Money possibleReturns)
            implements Admission {

        public Admitted {
            legs = List.copyOf(legs);
        }

        /** The largest total stake whose liability fits on every leg; 0 where no stake within the bounds does. */
        Money largestStakeWithin(ToLongFunction<SelectionKey> room) {
            return bounds.largestWithin(legs, leg -> room.applyAsLong(leg.selection()));
        }

        /** The legs whose liability is above the room on their selection, counted from 0. */
        List<Integer> legsWithoutRoom(ToLongFunction<SelectionKey> room) {
            return IntStream.range(0, legs.size())
                    .filter(i -> legs.get(i).liability()
                            > room.applyAsLong(legs.get(i).selection()))
                    .boxed()
                    .toList();
        }

        /** What is said where legs lack room: which ones, and the largest stake that would fit. */
        Refusal refusedFor(List<Integer> legsWithoutRoom, ToLongFunction<SelectionKey> room) {
            return Refusal.liabilityLimit(legsWithoutRoom, largestStakeWithin(room));
        }

        /** The latest of its legs' markets. */
        Instant settleBy() {
            return lastToSettle().settleBy();
        }

        /** Of the market that is the last to settle; the first of these legs, if several are. */
        String owner() {
            return lastToSettle().owner();
        }

        private GateReading lastToSettle() {
            // The maximum of equals would be the last of them.
            return legs.stream()
                    .map(PricedLeg::reading)
                    .min(Comparator.comparing(GateReading::settleBy).reversed())
                    .orElseThrow();
        }
    }

    /**
     * Decides in a fixed order: account, catalogue, what legs do together, each-way, rates, gate, price, stake. Of
     * several legs that break one rule the first is named, save those that depend on one event, which are named
     * together.
     *
     * @param markets among them those of the command, where they exist
     * @param rates among them those that there are from the bet's currency to those of its markets' limits
     */
    static Admission decide(
            PlaceBet command, Map<AccountId, AccountLook> accounts, MarketReadings markets, Rates rates) {
        Refusal ofAccount = refusalOfAccount(command, accounts.get(command.accountId()));
        if (ofAccount != null) {
            return new Rejected(ofAccount);
        }
        Refusal ofCatalogue = refusalOfCatalogue(command, markets);
        if (ofCatalogue != null) {
            return new Rejected(ofCatalogue);
        }
        List<GateReading> readings = command.legs().stream()
                .map(leg -> requireNonNull(markets.reading(leg.selection())))
                .toList();
        Refusal ofLegs = refusalOfLegs(command, readings, rates);
        return ofLegs == null ? decideStake(command, priced(command, readings, rates)) : new Rejected(ofLegs);
    }

    private static @Nullable Refusal refusalOfAccount(PlaceBet command, @Nullable AccountLook account) {
        if (account == null) {
            return Refusal.of(RefusalCode.UNKNOWN_ACCOUNT);
        }
        Refusal ofState = refusalOfState(account.state());
        if (ofState != null) {
            return ofState;
        }
        return account.currency().equals(command.stake().currency()) ? null : Refusal.of(RefusalCode.CURRENCY_MISMATCH);
    }

    static @Nullable Refusal refusalOfState(AccountState state) {
        return switch (state) {
            case ACTIVE -> null;
            case SUSPENDED -> Refusal.of(RefusalCode.ACCOUNT_SUSPENDED);
            case SELF_EXCLUDED -> Refusal.of(RefusalCode.SELF_EXCLUDED);
            case CLOSED -> Refusal.of(RefusalCode.ACCOUNT_CLOSED);
        };
    }

    private static @Nullable Refusal refusalOfCatalogue(PlaceBet command, MarketReadings markets) {
        for (int i = 0; i < command.legs().size(); i++) {
            PlaceBet.Leg leg = command.legs().get(i);
            if (!markets.knows(leg.marketId())) {
                return Refusal.ofLeg(RefusalCode.UNKNOWN_MARKET, i);
            }
            if (markets.reading(leg.selection()) == null) {
                return Refusal.ofLeg(RefusalCode.UNKNOWN_SELECTION, i);
            }
        }
        return null;
    }

    private static @Nullable Refusal refusalOfLegs(PlaceBet command, List<GateReading> readings, Rates rates) {
        List<Integer> correlated = correlated(readings);
        if (!correlated.isEmpty()) {
            return Refusal.ofLegs(RefusalCode.CORRELATED_LEGS, correlated);
        }
        for (Rule rule : rules(command, rates)) {
            int leg = first(readings, rule.breaks());
            if (leg >= 0) {
                return Refusal.ofLeg(rule.code(), leg);
            }
        }
        return refusalOfPrices(command, readings);
    }

    private static List<Integer> correlated(List<GateReading> readings) {
        return IntStream.range(0, readings.size())
                .filter(i -> readings.stream()
                                .filter(other ->
                                        other.eventId().equals(readings.get(i).eventId()))
                                .count()
                        > 1)
                .boxed()
                .toList();
    }

    /** What every leg must be, in the order in which a bet is refused for it. */
    record Rule(RefusalCode code, Predicate<GateReading> breaks) {}

    private static List<Rule> rules(PlaceBet command, Rates rates) {
        return List.of(
                new Rule(RefusalCode.EACH_WAY_NOT_OFFERED, reading -> command.eachWay() && reading.eachWay() == null),
                new Rule(
                        RefusalCode.CURRENCY_MISMATCH,
                        reading -> !rates.cover(new CurrencyPair(command.stake().currency(), reading.limitCurrency()))),
                new Rule(RefusalCode.MARKET_NOT_OPEN, reading -> !reading.open()));
    }

    private static int first(List<GateReading> readings, Predicate<GateReading> breaks) {
        return IntStream.range(0, readings.size())
                .filter(i -> breaks.test(readings.get(i)))
                .findFirst()
                .orElse(-1);
    }

    private static @Nullable Refusal refusalOfPrices(PlaceBet command, List<GateReading> readings) {
        for (int i = 0; i < readings.size(); i++) {
            PlaceBet.Leg leg = command.legs().get(i);
            if (!command.priceChange().accepts(leg.priceAsked(), readings.get(i).price())) {
                return Refusal.priceChanged(i, readings.get(i).price());
            }
        }
        return null;
    }

    private static List<PricedLeg> priced(PlaceBet command, List<GateReading> readings, Rates rates) {
        List<PricedLeg> legs = new ArrayList<>(readings.size());
        for (int i = 0; i < readings.size(); i++) {
            GateReading reading = readings.get(i);
            LimitConversion conversion = LimitConversion.of(command.stake().currency(), reading.limitCurrency(), rates);
            legs.add(PricedLeg.of(command, i, reading, conversion));
        }
        return legs;
    }

    private static Admission decideStake(PlaceBet command, List<PricedLeg> legs) {
        ReturnCaps caps = ReturnCaps.of(legs);
        PossibleReturns returns = PossibleReturns.of(command, legs, caps.maxReturns());
        StakeBounds bounds = StakeBounds.of(command, legs, returns);
        RefusalCode broken = bounds.broken(command.stake());
        if (broken != null) {
            Money largest = bounds.largestWithin(legs, leg -> leg.reading().exposureRoom());
            return new Rejected(Refusal.stake(broken, largest));
        }
        return new Admitted(command, legs, bounds, caps, returns.of(command.unitStake()));
    }
}
