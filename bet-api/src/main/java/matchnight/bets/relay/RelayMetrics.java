package matchnight.bets.relay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** What an operator sees of the relay. */
final class RelayMetrics {

    /** What kept a page from being relayed. */
    enum FailureCause {
        BROKER,
        DATABASE,
        LEASE,
        EVENT
    }

    private static final Duration[] DELAY_BUCKETS = {
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30)
    };

    private final Counter events;
    private final Map<FailureCause, Counter> failures = new EnumMap<>(FailureCause.class);
    private final Timer delay;
    private final AtomicBoolean leading = new AtomicBoolean();

    RelayMetrics(MeterRegistry registry, OutboxAge age) {
        Gauge.builder("outbox.oldest.age.seconds", age, OutboxAge::seconds)
                .description("Age of the oldest committed outbox row that is not yet acknowledged, whoever leads")
                .register(registry);
        Gauge.builder("outbox.relay.leading", leading, flag -> flag.get() ? 1 : 0)
                .description("1 while this instance holds the relay's lease")
                .register(registry);
        this.events = Counter.builder("outbox.relay.events")
                .description("Events acknowledged by the broker, repeats included")
                .register(registry);
        for (FailureCause cause : FailureCause.values()) {
            failures.put(cause, failureCounter(registry, cause));
        }
        this.delay = Timer.builder("outbox.relay.delay")
                .description("From an outbox row's time to its acknowledgement")
                .serviceLevelObjectives(DELAY_BUCKETS)
                .register(registry);
    }

    private static Counter failureCounter(MeterRegistry registry, FailureCause cause) {
        return Counter.builder("outbox.relay.failures")
                .description("Attempts of the relay that failed")
                .tag("cause", cause.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    void leading(boolean leads) {
        leading.set(leads);
    }

    void acknowledged(OutboxPage page, Duration sinceRead) {
        events.increment(page.rows().size());
        page.rows().forEach(row -> delay.record(OutboxPage.ageAtRead(row).plus(sinceRead)));
    }

    void failed(FailureCause cause) {
        Objects.requireNonNull(failures.get(cause)).increment();
    }
}
