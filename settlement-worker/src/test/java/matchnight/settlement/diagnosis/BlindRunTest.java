package matchnight.settlement.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import matchnight.settlement.diagnosis.Faults.Fault;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.stack.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Faults in random order against a server of its own: each is named within ten seconds by what the worker answers, and by nothing
 * else; before the first and after each one nothing is named.
 *
 * <p>{@code -Dmatchnight.diagnosis.seed=N} plays another order, {@code -Dmatchnight.diagnosis.only=A,B} some of them.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BlindRunTest {

    private static final Duration NAMED_WITHIN = Duration.ofSeconds(10);
    private static final Duration HEALTHY_WITHIN = Duration.ofSeconds(40);

    /** Caused on demand only; the table of readings tests it. */
    private static final EnumSet<Mechanism> UNSEEN = EnumSet.of(Mechanism.BACKLOG_REBALANCES, Mechanism.HOT_ROW);

    private final long seed = Long.getLong("matchnight.diagnosis.seed", 5);
    private final PostgresServer server = PostgresServer.start();
    private final World world = World.in(server.createMigratedDatabase());
    private final StandInBetApi betApi;
    private final RunningWorker worker = RunningWorker.prepared(world);
    private final Faults faults;

    BlindRunTest() throws IOException {
        betApi = new StandInBetApi(world);
        faults = new Faults(world, betApi, worker);
    }

    @BeforeAll
    void start() throws Exception {
        faults.prepareWorld();
        worker.with("matchnight.ops.bet-api-urls", betApi.url())
                .with("matchnight.diagnosis.database-cores", 2)
                // Placements of a test's machine may be slow for many reasons.
                .with("matchnight.diagnosis.thresholds.latency-millis", 1_000)
                // A table that is filled with dead rows by one fault was visited long before: whose rows they are is
                // the question.
                .with("matchnight.diagnosis.thresholds.autovacuum-seconds", 600)
                // A fast machine works the backlog off sooner than the shipped limit, even in batches of one.
                .with("matchnight.diagnosis.thresholds.backlog-limit-seconds", 6)
                .with("matchnight.settlement.lanes", 1)
                .with("matchnight.settlement.smallest-batch", 1)
                .with("matchnight.settlement.first-batch", 1)
                .with("matchnight.settlement.largest-batch", 1)
                .start();
    }

    @AfterAll
    void stop() {
        worker.close();
        betApi.close();
        world.close();
        server.close();
    }

    @Test
    @Order(1)
    void aHealthySystemIsReadWholeAndNothingIsNamed() throws Exception {
        world.execute("SELECT pg_create_physical_replication_slot('kept', true)");
        try {
            Diagnosis look = awaitHealthy();

            assertThat(look.notJudged()).isEmpty();
            assertThat(look.readings().absent()).isEmpty();
            Readings readings = look.readings();
            assertThat(Facts.given(readings.sessions()).samples()).isEqualTo(10);
            assertThat(Facts.given(readings.slots()))
                    .extracting(Readings.Slot::slot)
                    .contains("kept");
            assertThat(Facts.given(readings.pools()))
                    .extracting(pool -> pool.service() + " " + pool.pool())
                    .contains("bet-api placement", "settlement-worker settlement_worker", "settlement-worker reader");
            assertThat(Facts.given(readings.placement()).answeredPerSecond()).isPositive();
            assertThat(Facts.given(readings.statements()))
                    .as("a SELECT with the rows that the planner expects beside those that came")
                    .anyMatch(statement -> statement.plan() != null && statement.rowsPerCall() != null);
        } finally {
            world.execute("SELECT pg_drop_replication_slot('kept')");
        }
    }

    @Test
    @Order(2)
    void onlyWhoMayWatchMayLook() throws Exception {
        assertThat(worker.get("/admin/diagnosis").statusCode()).isEqualTo(401);
        assertThat(worker.get("/admin/diagnosis", "results").statusCode()).isEqualTo(403);
    }

    @Test
    @Order(3)
    void everyFaultIsNamedByItsMechanismAndByNoOther() throws Exception {
        List<Fault> order = new ArrayList<>(faults.all());
        Collections.shuffle(order, new Random(seed));
        order.removeIf(fault -> !isChosen(fault.mechanism()));
        List<Row> table = new ArrayList<>();
        for (Fault fault : order) {
            System.out.println("Next: " + fault.what());
            fault.prepare().run();
            awaitHealthy();
            table.add(causeAndLook(fault));
            System.out.println(table.getLast());
            awaitHealthy();
        }

        print(table);
        assertThat(table).allSatisfy(row -> {
            assertThat(row.named()).as(row.what()).containsExactly(row.caused());
            assertThat(row.after()).as(row.what()).isLessThanOrEqualTo(NAMED_WITHIN);
        });
        if (System.getProperty("matchnight.diagnosis.only") == null) {
            assertThat(table.stream().map(Row::caused).collect(Collectors.toSet()))
                    .isEqualTo(EnumSet.complementOf(UNSEEN));
        }
    }

    private static boolean isChosen(Mechanism mechanism) {
        String only = System.getProperty("matchnight.diagnosis.only");
        if (only == null) {
            return !UNSEEN.contains(mechanism);
        }
        return List.of(only.split(",")).contains(mechanism.name());
    }

    private record Row(Mechanism caused, String what, List<Mechanism> named, Duration after, String because) {}

    private Row causeAndLook(Fault fault) throws Exception {
        long began = System.nanoTime();
        try {
            fault.cause().run();
            Diagnosis look = look();
            while (look.healthy() && sinceNanos(began).compareTo(NAMED_WITHIN) < 0) {
                look = look();
            }
            Duration after = sinceNanos(began);
            String because = look.verdicts().isEmpty()
                    ? ""
                    : look.verdicts().getFirst().because().getFirst().toText();
            if (!named(look).equals(List.of(fault.mechanism()))) {
                System.out.println("Another verdict on " + fault.what() + ": " + ReadingsFile.write(look));
            }
            return new Row(fault.mechanism(), fault.what(), named(look), after, because);
        } finally {
            faults.end(fault);
        }
    }

    private static Duration sinceNanos(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private Diagnosis awaitHealthy() throws Exception {
        long began = System.nanoTime();
        Diagnosis look = look();
        while (!look.healthy() && sinceNanos(began).compareTo(HEALTHY_WITHIN) < 0) {
            look = look();
        }
        assertThat(look.verdicts()).isEmpty();
        return look;
    }

    private Diagnosis look() throws Exception {
        HttpResponse<String> reply = ask();
        // Whoever asks beside a look that its client gave up waits for it, and not for ever.
        for (int again = 0; again < 3 && (reply == null || reply.statusCode() == 503); again++) {
            reply = ask();
        }
        HttpResponse<String> answer = Objects.requireNonNull(reply, "no look within 40 s");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return ReadingsFile.readLook(answer.body());
    }

    private @Nullable HttpResponse<String> ask() throws Exception {
        try {
            return worker.get("/admin/diagnosis", "ops");
        } catch (HttpTimeoutException busyMachine) {
            return null;
        }
    }

    private static List<Mechanism> named(Diagnosis look) {
        return look.verdicts().stream().map(Verdict::mechanism).toList();
    }

    private void print(List<Row> table) {
        System.out.println("Faults in the order of seed " + seed + ":");
        System.out.println("| caused | how | named | after s | because of |");
        System.out.println("| --- | --- | --- | --- | --- |");
        for (Row row : table) {
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %.1f | %s |%n",
                    row.caused(),
                    row.what(),
                    row.named().stream().map(Enum::name).collect(Collectors.joining(", ")),
                    row.after().toMillis() / 1000.0,
                    row.because());
        }
    }
}
