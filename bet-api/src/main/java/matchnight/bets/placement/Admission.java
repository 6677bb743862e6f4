package matchnight.bets.placement;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.money.Rational;
import matchnight.ledger.money.Rounding;
import org.jspecify.annotations.Nullable;

/**
 * What a command comes to before exposure and funds are looked at: refused for a reason that needs no lock, or admitted on
 * terms that are fixed from here on. Pure.
 */
sealed interface Admission {

    record Rejected(Refusal refusal) implements Admission {}

    /**
     * Ready for exposure and funds.
     *
     * @param liability of the one leg, in minor units of the limit's currency, rounded up so that the limit holds; {@link
     *     Long#MAX_VALUE} where it is beyond every limit
     */
    record Admitted(PlaceBet command, GateReading reading, SelectionKey selection, long liability)
            implements Admission {

        Price price() {
            return reading.price();
        }

        /** What a win returns at most: stake times price, rounded once, under the market's cap. */
        Money possibleReturns() {
            Rational exact = command.stake().toMajorUnits().times(price().value());
            Money uncapped = Rounding.HALF_UP.round(exact, command.stake().currency());
            Long cap = reading.maxReturns();
            return cap == null || uncapped.minorUnits() <= cap ? uncapped : new Money(cap, uncapped.currency());
        }

        /** The largest stake whose liability fits into {@code room}, under the market's highest stake; 0 if below the lowest. */
        Money largestStakeWithin(long room) {
            Rational stake = Rational.of(Math.max(0, room)).dividedBy(price().winningsPerUnit());
            long whole = stake.numerator()
                    .divide(stake.denominator())
                    .min(java.math.BigInteger.valueOf(reading.maxStake().minorUnits()))
                    .longValueExact();
            return new Money(
                    whole < reading.minStake().minorUnits() ? 0 : whole,
                    command.stake().currency());
        }
    }

    /** Decides in a fixed order: account, catalogue, gate, price, stake. */
    static Admission decide(PlaceBet command, Map<AccountId, AccountLook> accounts, Gate gate) {
        Refusal ofAccount = refusalOfAccount(command, accounts.get(command.accountId()));
        if (ofAccount != null) {
            return new Rejected(ofAccount);
        }
        PlaceBet.Leg leg = command.legs().getFirst();
        SelectionKey selection = new SelectionKey(leg.marketId(), leg.selectionId());
        if (!gate.knows(leg.marketId())) {
            return new Rejected(Refusal.ofLeg(RefusalCode.UNKNOWN_MARKET, 0));
        }
        GateReading reading = gate.reading(selection);
        if (reading == null) {
            return new Rejected(Refusal.ofLeg(RefusalCode.UNKNOWN_SELECTION, 0));
        }
        Refusal ofTerms = refusalOfTerms(command, leg, reading);
        return ofTerms == null
                ? new Admitted(command, reading, selection, liability(command.stake(), reading.price()))
                : new Rejected(ofTerms);
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

    private static @Nullable Refusal refusalOfTerms(PlaceBet command, PlaceBet.Leg leg, GateReading reading) {
        Money stake = command.stake();
        if (!reading.limitCurrency().equals(stake.currency())) {
            return Refusal.ofLeg(RefusalCode.CURRENCY_MISMATCH, 0);
        }
        if (!reading.open()) {
            return Refusal.ofLeg(RefusalCode.MARKET_NOT_OPEN, 0);
        }
        if (!command.priceChange().accepts(leg.priceAsked(), reading.price())) {
            return Refusal.priceChanged(0, reading.price());
        }
        if (stake.compareTo(reading.minStake()) < 0) {
            return Refusal.stake(RefusalCode.STAKE_TOO_LOW, reading.maxStake());
        }
        return stake.compareTo(reading.maxStake()) > 0
                ? Refusal.stake(RefusalCode.STAKE_TOO_HIGH, reading.maxStake())
                : null;
    }

    private static long liability(Money stake, Price price) {
        Rational exact = Rational.of(stake.minorUnits()).times(price.winningsPerUnit());
        BigDecimal roundedUp =
                new BigDecimal(exact.numerator()).divide(new BigDecimal(exact.denominator()), 0, RoundingMode.CEILING);
        return roundedUp.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact();
    }
}
