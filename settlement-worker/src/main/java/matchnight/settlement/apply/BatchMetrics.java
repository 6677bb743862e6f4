package matchnight.settlement.apply;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import matchnight.settlement.plan.PlannedSettlement;

/** Measures batches: how long they take, how long they hold balances, and what they settle. */
final class BatchMetrics {

    private final MeterRegistry registry;
    private final Timer batches;
    private final Timer balanceHolds;
    private final Counter failures;
    private final Counter passedOver;

    BatchMetrics(MeterRegistry registry, BatchSize size) {
        this.registry = registry;
        this.batches = histogram("settlement_batch", "A batch's transaction, from taking a connection to its end");
        this.balanceHolds =
                histogram("settlement_balance_lock", "From the first balance statement sent to COMMIT answered");
        this.failures = Counter.builder("settlement_batch_failures")
                .description("Batches that failed and are tried again")
                .register(registry);
        this.passedOver = Counter.builder("settlement_bets_passed_over")
                .description("Bets put off because somebody else held their balance")
                .register(registry);
        Gauge.builder("settlement_batch_bets", size, BatchSize::bets)
                .description("Bets that the next batch takes")
                .strongReference(true)
                .register(registry);
        for (String result : List.of("WON", "LOST", "VOID", "REOPENED")) {
            bets(result);
        }
        for (SettlementBatch.Outcome outcome : SettlementBatch.Outcome.values()) {
            batches(outcome);
        }
    }

    private Timer histogram(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(200_000))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry);
    }

    private Counter bets(String result) {
        return Counter.builder("settlement_bets")
                .description("Bets settled, voided or opened again, by result")
                .tag("result", result)
                .register(registry);
    }

    private Counter batches(SettlementBatch.Outcome outcome) {
        return Counter.builder("settlement_batches")
                .description("Batches by how their transaction ended")
                .tag("outcome", outcome.name())
                .register(registry);
    }

    void batch(SettlementBatch.Result result, long nanos, List<PlannedSettlement> planned) {
        batches.record(nanos, TimeUnit.NANOSECONDS);
        batches(result.outcome()).increment();
        passedOver.increment(result.passedOver().size());
        if (result.outcome() == SettlementBatch.Outcome.COMMITTED) {
            planned.stream()
                    .filter(settlement -> !result.passedOver().contains(settlement.betId()))
                    .forEach(settlement -> bets(settlement.resultTag()).increment());
        }
    }

    void balancesHeld(long nanos) {
        balanceHolds.record(nanos, TimeUnit.NANOSECONDS);
    }

    void failure() {
        failures.increment();
    }
}
