package matchnight.settlement.diagnosis.reading;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import matchnight.settlement.diagnosis.Readings.Placement;
import matchnight.settlement.diagnosis.Readings.Pool;
import matchnight.settlement.ops.BetApis;
import matchnight.settlement.ops.Exposition;
import matchnight.settlement.ops.HistogramChange;
import org.jspecify.annotations.Nullable;

/** What both services show of themselves: gauges as the mean of several looks, counters by what they counted in between. */
final class ServiceMetrics {

    private static final String POOL = "pool";
    private static final double MILLIS = 1_000;

    static final Set<String> FAMILIES = Set.of(
            "hikaricp_connections_pending",
            "hikaricp_connections_active",
            "hikaricp_connections_max",
            "hikaricp_connections_acquire_seconds_sum",
            "hikaricp_connections_acquire_seconds_count",
            "hikaricp_connections_timeout_total",
            "bet_placement_seconds_bucket",
            "jvm_gc_pause_seconds_sum",
            "process_cpu_usage",
            "settlement_bets_total",
            "settlement_backlog_age_seconds",
            "kafka_consumer_coordinator_rebalance_total");

    /** The roles that the pools of both services log in with, where it is not the pool's name. */
    private static final Map<String, String> ROLES =
            Map.of("placement", "bet_api", "waiting", "bet_api", "trading", "bet_api");

    private final PrometheusMeterRegistry registry;
    private final BetApis betApis;
    private final List<Exposition> own = new ArrayList<>();
    private final List<Exposition> ofBetApis = new ArrayList<>();
    private boolean betApisAreSilent;

    ServiceMetrics(PrometheusMeterRegistry registry, BetApis betApis) {
        this.registry = registry;
        this.betApis = betApis;
    }

    /** Looks at both; a bet-api that did not answer once is not asked again, for asking takes its time. */
    void look() {
        own.add(Exposition.of(registry, FAMILIES));
        if (betApisAreSilent) {
            return;
        }
        Optional<Exposition> read = betApis.read(FAMILIES);
        betApisAreSilent = read.isEmpty();
        read.ifPresent(ofBetApis::add);
    }

    boolean isWholePicture() {
        return !betApisAreSilent;
    }

    List<Pool> pools() {
        List<Pool> pools = new ArrayList<>(pools("settlement-worker", own));
        if (isWholePicture()) {
            pools.addAll(pools("bet-api", ofBetApis));
        }
        return pools;
    }

    private static List<Pool> pools(String service, List<Exposition> looks) {
        Exposition first = looks.getFirst();
        Exposition last = looks.getLast();
        List<Pool> pools = new ArrayList<>();
        new TreeMap<>(last.totalsBy("hikaricp_connections_max", POOL)).forEach((name, size) -> {
            double taken = change(first, last, "hikaricp_connections_acquire_seconds_count", name);
            double waited = change(first, last, "hikaricp_connections_acquire_seconds_sum", name);
            pools.add(new Pool(
                    service,
                    name,
                    ROLES.getOrDefault(name, name),
                    size,
                    mean(looks, "hikaricp_connections_active", name),
                    mean(looks, "hikaricp_connections_pending", name),
                    taken > 0 ? rounded(MILLIS * waited / taken) : null,
                    change(first, last, "hikaricp_connections_timeout_total", name)));
        });
        return pools;
    }

    private static double change(Exposition first, Exposition last, String family, String pool) {
        return Math.max(0, last.value(family, POOL, pool) - first.value(family, POOL, pool));
    }

    private static double mean(List<Exposition> looks, String family, String pool) {
        return rounded(looks.stream()
                .mapToDouble(look -> look.value(family, POOL, pool))
                .average()
                .orElse(0));
    }

    /** Null unless every bet-api answered. */
    @Nullable
    Placement placement(double seconds) {
        if (!isWholePicture() || ofBetApis.size() < 2) {
            return null;
        }
        Exposition first = ofBetApis.getFirst();
        Exposition last = ofBetApis.getLast();
        HistogramChange placements = HistogramChange.between(
                first.totalsBy("bet_placement_seconds_bucket", "le"),
                last.totalsBy("bet_placement_seconds_bucket", "le"));
        Double p99 = placements.quantile(0.99);
        return new Placement(
                rounded(placements.count() / seconds),
                p99 == null ? null : rounded(MILLIS * p99),
                rounded((last.total("jvm_gc_pause_seconds_sum") - first.total("jvm_gc_pause_seconds_sum")) / seconds),
                rounded(last.largest("process_cpu_usage")));
    }

    double backlogAgeSeconds() {
        return own.getLast().total("settlement_backlog_age_seconds");
    }

    double settledByThisWorker() {
        return own.getLast().total("settlement_bets_total") - own.getFirst().total("settlement_bets_total");
    }

    private static double rounded(double value) {
        return Math.round(1000 * value) / 1000.0;
    }
}
