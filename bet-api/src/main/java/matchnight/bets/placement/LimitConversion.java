package matchnight.bets.placement;

import java.math.BigInteger;
import matchnight.bets.rate.CurrencyPair;
import matchnight.bets.rate.Rates;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;
import matchnight.ledger.money.Rational;
import org.jspecify.annotations.Nullable;

/**
 * How amounts of a bet count in the limits of a market, exactly: nothing is rounded but what is asked for in whole
 * minor units.
 *
 * @param rate null where the limits are in the bet's own currency
 * @param factor minor units of the limits' currency that a minor unit of the bet's is
 */
record LimitConversion(@Nullable ExchangeRate rate, Rational factor) {

    private static final LimitConversion IN_ONE_CURRENCY = new LimitConversion(null, Rational.UNIT);

    /** Converts between two currencies that the rates cover. */
    static LimitConversion of(CurrencyCode betCurrency, CurrencyCode limitCurrency, Rates rates) {
        ExchangeRate rate = rates.of(new CurrencyPair(betCurrency, limitCurrency));
        return rate == null ? IN_ONE_CURRENCY : new LimitConversion(rate, factor(betCurrency, limitCurrency, rate));
    }

    private static Rational factor(CurrencyCode betCurrency, CurrencyCode limitCurrency, ExchangeRate rate) {
        Rational minorUnitsOfLimit = new Rational(BigInteger.TEN.pow(limitCurrency.digits()), BigInteger.ONE);
        Rational minorUnitsOfBet = new Rational(BigInteger.TEN.pow(betCurrency.digits()), BigInteger.ONE);
        return rate.value().times(minorUnitsOfLimit).dividedBy(minorUnitsOfBet);
    }

    /** The largest whole amount of the bet's currency that is not above the limit. */
    BigInteger largestWithin(long limitMinorUnits) {
        return inBetCurrency(limitMinorUnits).floor();
    }

    /** The smallest whole amount of the bet's currency that is not below the limit. */
    BigInteger smallestReaching(long limitMinorUnits) {
        return inBetCurrency(limitMinorUnits).ceiling();
    }

    private Rational inBetCurrency(long limitMinorUnits) {
        return Rational.of(limitMinorUnits).dividedBy(factor);
    }
}
