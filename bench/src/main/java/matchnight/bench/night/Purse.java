package matchnight.bench.night;

import java.util.random.RandomGenerator;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;

/** Amounts of the night's currency. */
record Purse(CurrencyCode currency) {

    Money majorUnits(long count) {
        long minorUnitsEach = 1;
        for (int digit = 0; digit < currency.digits(); digit++) {
            minorUnitsEach *= 10;
        }
        return new Money(Math.multiplyExact(count, minorUnitsEach), currency);
    }

    /** One to ten major units; every third stake is an odd amount. */
    Money anyStake(RandomGenerator random) {
        Money whole = majorUnits(1 + random.nextInt(9));
        long minorUnitsEach = majorUnits(1).minorUnits();
        return random.nextInt(3) > 0 ? whole : whole.plus(new Money(random.nextLong(minorUnitsEach), currency));
    }
}
