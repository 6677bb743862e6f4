package matchnight.settlement.reconcile;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import matchnight.settlement.kafka.KafkaClients;

/**
 * Compares the outbox with {@code bet-events}, up to where the relay says that everything is acknowledged. The relay goes
 * only where no number is still to be committed, so its cursor is the end of a window in which nothing can appear any more.
 */
final class ReconcileEvents {

    private static final long CARE_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    /** Times its work, while somebody places: reading events is all processor, a fifth of one at most then. */
    private static final int REST_OVER_WORK = 4;

    private final OutboxRows outbox;
    private final KafkaClients clients;
    private final PlacementPressure pressure;
    private final ReconciliationSettings settings;
    private final ReconciliationMetrics metrics;
    private final Clock clock;

    ReconcileEvents(
            OutboxRows outbox,
            KafkaClients clients,
            PlacementPressure pressure,
            ReconciliationSettings settings,
            ReconciliationMetrics metrics,
            Clock clock) {
        this.outbox = outbox;
        this.clients = clients;
        this.pressure = pressure;
        this.settings = settings;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Compares all of the run's events, at once: what has been seen is kept in memory.
     *
     * @throws org.apache.kafka.common.KafkaException if the broker does not answer, or there is no topic
     */
    Examined all(Run run, Slices.KeepAlive keepAlive) throws SQLException, InterruptedException {
        Long comparedBefore = run.eventsAfter();
        long after = comparedBefore == null ? firstOfAll(run.eventsUpTo()) : comparedBefore;
        if (after >= run.eventsUpTo()) {
            return nothing();
        }
        var comparison = new EventComparison(
                outbox, settings.owner(), after, run.eventsUpTo(), comparedBefore == null, settings.mostIncidents());
        try (TopicReading topic = TopicReading.begin(clients, settings.eventTopic(), run.eventOffsets())) {
            read(topic, comparison, keepAlive);
            comparison.findLost(
                    topic.hasLostItsBeginning() ? clock.instant().minus(settings.topicRetention()) : null, keepAlive);
            return comparison.examined(topic.ends());
        }
    }

    private static Examined nothing() {
        return new Examined(null, 0, 0, List.of(), 0, null);
    }

    /** Behind which event all that is stored begins, or so much of it as one run compares. */
    private long firstOfAll(long upTo) throws SQLException {
        OptionalLong first = outbox.firstId();
        return first.isEmpty() ? upTo : Math.max(first.getAsLong() - 1, upTo - settings.mostEvents());
    }

    private void read(TopicReading topic, EventComparison comparison, Slices.KeepAlive keepAlive)
            throws SQLException, InterruptedException {
        long caredAtNanos = System.nanoTime() - CARE_INTERVAL_NANOS;
        boolean somebodyPlaces = true;
        while (!topic.isAtEnd()) {
            if (System.nanoTime() - caredAtNanos >= CARE_INTERVAL_NANOS) {
                metrics.gaveWay(pressure.giveWay());
                somebodyPlaces = pressure.isAnybodyPlacing();
                keepAlive.run();
                caredAtNanos = System.nanoTime();
            }
            long beganNanos = System.nanoTime();
            comparison.take(topic.next());
            if (somebodyPlaces) {
                Thread.sleep(Duration.ofNanos((System.nanoTime() - beganNanos) * REST_OVER_WORK));
            }
        }
    }
}
