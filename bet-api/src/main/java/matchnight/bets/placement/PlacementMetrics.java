package matchnight.bets.placement;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** What a dashboard sees of placement: latency by outcome, and how long balances were held. */
public final class PlacementMetrics {

    /** What the error budget counts as in time: a bound of the histogram's own, so that nothing is guessed between two. */
    private static final Duration IN_TIME = Duration.ofMillis(250);

    private static final List<String> SURE_OUTCOMES = List.of("accepted", "replayed", "busy", "error");

    private final MeterRegistry registry;
    private final Timer balanceLock;
    private final DistributionSummary batchSize;
    private final Map<String, Timer> answered = new ConcurrentHashMap<>();

    public PlacementMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.balanceLock = Timer.builder("placement.balance.lock")
                .description("From the first balance statement sent to COMMIT answered")
                .publishPercentileHistogram()
                .register(registry);
        this.batchSize = DistributionSummary.builder("placement.batch.size")
                .description("Bets that one transaction decided")
                .serviceLevelObjectives(1, 2, 4, 8, 16, 32, 64, 128)
                .register(registry);
        // There from the start: a first failure would otherwise be no rise.
        SURE_OUTCOMES.forEach(outcome -> answered.put(outcome, newAnsweredTimer(outcome)));
    }

    /** Counts one transaction of so many commands. */
    public void batch(int commands) {
        batchSize.record(commands);
    }

    /** Shows how many commands wait for their transaction. */
    public void watchQueue(IntSupplier waiting) {
        Gauge.builder("placement.queue", waiting, IntSupplier::getAsInt)
                .description("Bets that wait for their transaction to begin")
                .strongReference(true)
                .register(registry);
    }

    /** Counts one answered request. {@code outcome}: accepted, replayed, busy, error, or the code of the refusal in lower case. */
    public void answered(String outcome, Duration latency) {
        answered.computeIfAbsent(outcome, this::newAnsweredTimer).record(latency);
    }

    private Timer newAnsweredTimer(String outcome) {
        return Timer.builder("bet.placement")
                .description("POST /v1/bets from the request read to the reply made")
                .tag("outcome", outcome)
                .publishPercentileHistogram()
                .serviceLevelObjectives(IN_TIME)
                .register(registry);
    }

    Hold newBalanceHold() {
        return new Hold();
    }

    /** One transaction's hold on balance rows; nothing is recorded where none was locked. */
    final class Hold {

        private long beganNanos;
        private boolean began;

        void begins(Duration already) {
            if (!began) {
                beganNanos = System.nanoTime() - already.toNanos();
                began = true;
            }
        }

        void ends() {
            if (began) {
                balanceLock.record(Duration.ofNanos(System.nanoTime() - beganNanos));
            }
        }
    }
}
