package matchnight.settlement.reconcile;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.settlement.reconcile.RunReading.RunItem;
import matchnight.settlement.testing.World;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Workers that reconcile a world, and what comes of it. */
final class Reconciling {

    private final World world;
    private final EventTopic topic;

    Reconciling(World world, EventTopic topic) {
        this.world = world;
        this.topic = topic;
    }

    static ReconciliationSettings settings(String topic) {
        LocalTime midnight = LocalTime.MIDNIGHT;
        return new ReconciliationSettings(
                Duration.ofMinutes(5),
                Duration.ofSeconds(1),
                midnight,
                midnight,
                Duration.ofSeconds(15),
                16,
                4,
                Duration.ofMillis(200),
                1,
                Duration.ofMillis(500),
                Duration.ofMillis(200),
                topic,
                Duration.ofDays(7),
                100_000,
                1_000,
                "ledger");
    }

    Reconciliation worker(String name) {
        return worker(name, world.worker(), world.reader());
    }

    Reconciliation worker(String name, DataSource worker, DataSource reader) {
        return ReconciliationConfiguration.assemble(
                worker,
                reader,
                topic.clients(),
                settings(topic.name()),
                new ReconciliationMetrics(new SimpleMeterRegistry()),
                Clock.systemUTC(),
                name);
    }

    UUID request(Mode mode) throws SQLException {
        return new RequestedRuns(world.worker())
                .request(mode, "tester", "a test")
                .orElseThrow();
    }

    /** Does one run. */
    RunItem run(Mode mode) throws Exception {
        UUID runId = request(mode);
        worker("worker-1").run();
        return read(runId);
    }

    RunItem read(UUID runId) throws SQLException {
        return new RunReading(world.reader()).of(runId).orElseThrow();
    }

    /** Open incidents of drift: kind and subject. */
    List<String> incidents() throws SQLException {
        return world.texts(
                "SELECT kind || ' ' || subject FROM incident WHERE resolved_at IS NULL ORDER BY kind, subject");
    }

    JsonNode detail(String kind, String subject) throws SQLException {
        return JsonMapper.shared().readTree(String.valueOf(world.text("""
                        SELECT detail || jsonb_build_object('owner', owner) FROM incident
                         WHERE kind = '%s' AND subject = '%s' AND resolved_at IS NULL
                        """.formatted(kind, subject))));
    }
}
