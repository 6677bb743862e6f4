package matchnight.settlement.debt;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Shows how many accounts are in debt and how much they owe, by currency. */
final class DebtGauges {

    /** Of currencies that have a series of their own; accounts in others are counted all the same. */
    private static final int MOST_CURRENCIES = 40;

    private final MeterRegistry registry;
    private final Set<String> shown = new TreeSet<>();
    private volatile Map<String, DebtReading.Sum> newest = Map.of();

    DebtGauges(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder(
                        "debt_accounts",
                        this,
                        gauges -> gauges.newest.values().stream()
                                .mapToLong(DebtReading.Sum::accounts)
                                .sum())
                .description("Accounts whose balance is below zero")
                .strongReference(true)
                .register(registry);
    }

    /** Shows new sums; a currency without debts that had some before shows 0. */
    void show(Map<String, DebtReading.Sum> sums) {
        newest = Map.copyOf(sums);
        for (String currency : sums.keySet()) {
            if (shown.size() < MOST_CURRENCIES && shown.add(currency)) {
                register(currency);
            }
        }
    }

    private void register(String currency) {
        Gauge.builder("debt_minor_units", this, gauges -> gauges.owed(currency))
                .description("What accounts below zero owe, in the currency's minor units")
                .tag("currency", currency)
                .strongReference(true)
                .register(registry);
    }

    private double owed(String currency) {
        DebtReading.Sum sum = newest.get(currency);
        return sum == null ? 0 : sum.minorUnits();
    }
}
