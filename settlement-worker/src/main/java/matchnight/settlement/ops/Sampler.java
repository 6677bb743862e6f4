package matchnight.settlement.ops;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import matchnight.settlement.logging.BoundedLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Takes a sample of what both services show: what counters have counted since the sample before, and gauges as they are. */
final class Sampler {

    private static final Set<String> OWN_FAMILIES = Set.of(
            "settlement_bets_total",
            "settlement_balance_lock_seconds_bucket",
            "settlement_backlog_age_seconds",
            "settlement_batch_bets",
            "hikaricp_connections_pending");

    private static final double MILLIS = 1_000;

    private final BetApis betApis;
    private final DatabaseWaits database;
    private final PrometheusMeterRegistry registry;
    private final Clock clock;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(Sampler.class));
    private @Nullable Look before;

    Sampler(BetApis betApis, DatabaseWaits database, PrometheusMeterRegistry registry, Clock clock) {
        this.betApis = betApis;
        this.database = database;
        this.registry = registry;
        this.clock = clock;
    }

    private record Look(
            long atMillis, Exposition own, @Nullable Exposition betApis) {}

    /** The sample since the last call; the first has no rates. */
    Sample take() {
        Look now = new Look(
                clock.millis(),
                Exposition.of(registry, OWN_FAMILIES),
                betApis.read().orElse(null));
        Look earlier = before;
        before = now;
        return sampleOf(earlier == null ? now : earlier, now, readWaits());
    }

    private DatabaseWaits.@Nullable Waits readWaits() {
        try {
            return database.read();
        } catch (SQLException unavailable) {
            log.warn("The database's waits cannot be read: {}", unavailable.toString());
            return null;
        }
    }

    private static Sample sampleOf(Look before, Look now, DatabaseWaits.@Nullable Waits waits) {
        double seconds = Math.max(0.001, (now.atMillis() - before.atMillis()) / MILLIS);
        Optional<HistogramChange> placements = placements(before, now);
        HistogramChange holds = HistogramChange.between(
                before.own().totalsBy("settlement_balance_lock_seconds_bucket", "le"),
                now.own().totalsBy("settlement_balance_lock_seconds_bucket", "le"));
        Exposition api = now.betApis();
        return new Sample(
                now.atMillis(),
                placements.map(change -> change.count() / seconds).orElse(null),
                placements.map(change -> millis(change.quantile(0.5))).orElse(null),
                placements.map(change -> millis(change.quantile(0.99))).orElse(null),
                busy(before, now, seconds),
                change(before.own().total("settlement_bets_total"), now.own().total("settlement_bets_total")) / seconds,
                millis(holds.quantile(0.99)),
                now.own().total("settlement_backlog_age_seconds"),
                now.own().total("settlement_batch_bets"),
                waits == null ? null : waits.lockWaiters(),
                api == null ? null : api.total("hikaricp_connections_pending"),
                now.own().total("hikaricp_connections_pending"),
                waits == null ? null : waits.oldestTransactionSeconds(),
                api == null ? null : api.largest("outbox_oldest_age_seconds"),
                waits == null ? null : waits.replicaLagSeconds());
    }

    private static Optional<HistogramChange> placements(Look before, Look now) {
        Exposition earlier = before.betApis();
        Exposition later = now.betApis();
        return earlier == null || later == null
                ? Optional.empty()
                : Optional.of(HistogramChange.between(
                        earlier.totalsBy("bet_placement_seconds_bucket", "le"),
                        later.totalsBy("bet_placement_seconds_bucket", "le")));
    }

    private static @Nullable Map<String, Double> busy(Look before, Look now, double seconds) {
        Exposition earlier = before.betApis();
        Exposition later = now.betApis();
        if (earlier == null || later == null) {
            return null;
        }
        Map<String, Double> counted = earlier.totalsBy("placement_busy_total", "cause");
        Map<String, Double> rates = new HashMap<>();
        later.totalsBy("placement_busy_total", "cause").forEach((cause, count) -> {
            double rate = change(counted.getOrDefault(cause, 0.0), count) / seconds;
            if (rate > 0) {
                rates.put(cause, rate);
            }
        });
        return rates;
    }

    // A counter that went back belongs to a process that started anew.
    private static double change(double before, double after) {
        return after < before ? after : after - before;
    }

    private static @Nullable Double millis(@Nullable Double seconds) {
        return seconds == null ? null : Math.round(seconds * MILLIS * 100) / 100.0;
    }
}
