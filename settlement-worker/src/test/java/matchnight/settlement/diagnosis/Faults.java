package matchnight.settlement.diagnosis;

import static matchnight.settlement.testing.RunningWorker.resultJson;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.DatabaseRole;
import matchnight.stack.testing.SharedServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Ways to hurt a running system, each of which one mechanism is to blame for. */
final class Faults {

    private static final int CROWD = 12;
    private static final int SLOW_BETS = 6_000;

    private final World world;
    private final StandInBetApi betApi;
    private final RunningWorker worker;
    private final String group;
    private final List<AutoCloseable> running = new ArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();

    Faults(World world, StandInBetApi betApi, RunningWorker worker) {
        this.world = world;
        this.betApi = betApi;
        this.worker = worker;
        this.group = "group-of-" + worker.topic();
    }

    /** Does a part of it. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /**
     * One of them.
     *
     * @param prepare what has to be there before, and hurts nobody
     * @param cause from when on it hurts; what is started is ended by {@link #end}
     * @param mend what is to be done besides
     */
    record Fault(Mechanism mechanism, String what, Step prepare, Step cause, Step mend) {}

    List<Fault> all() {
        return List.of(
                fault(
                        Mechanism.CONNECTIONS,
                        "16 threads that hold a connection for 60 ms each, a pool of 6",
                        this::slowClients),
                fault(
                        Mechanism.CONTENDED_ROWS,
                        "an operator's open transaction on four balances",
                        this::operatorHoldsRows),
                fault(Mechanism.SETTLEMENT_BATCHES, "batches that hold 50 balances for 700 ms", this::longBatches),
                fault(
                        Mechanism.HOT_ROW,
                        "12 threads on one balance",
                        () -> start(new Crowd(CROWD, _ -> betApi.update("hot")))),
                fault(Mechanism.DDL_IN_TRAFFIC, "ACCESS EXCLUSIVE on account", this::lockTable),
                fault(
                        Mechanism.STANDBY,
                        "synchronous_standby_names with a standby that is not there",
                        () -> {},
                        this::awaitAbsentStandby,
                        () -> {
                            world.execute("ALTER SYSTEM RESET synchronous_standby_names");
                            world.execute("SELECT pg_reload_conf()");
                        }),
                fault(Mechanism.TOO_MANY_CONNECTIONS, "12 sessions that compute, on two cores", this::compute),
                fault(
                        Mechanism.PLAN_CHANGED,
                        "the index of a busy statement dropped",
                        this::useIndex,
                        () -> world.execute("DROP INDEX plan_rows_k"),
                        () -> world.execute("DROP TABLE plan_rows")),
                fault(
                        Mechanism.OLD_SNAPSHOT,
                        "a repeatable-read transaction left open while rows are updated",
                        () -> {},
                        this::leaveSnapshotOpen,
                        () -> world.execute("VACUUM churned")),
                fault(
                        Mechanism.AUTOVACUUM,
                        "autovacuum off for a table that is updated",
                        () -> {},
                        this::churnWithoutAutovacuum,
                        () -> {
                            world.execute("ALTER TABLE churned RESET (autovacuum_enabled)");
                            world.execute("VACUUM churned");
                        }),
                fault(
                        Mechanism.BACKLOG_STOPPED,
                        "settlement paused by a person",
                        () -> {},
                        this::pause,
                        () -> world.execute("DELETE FROM settlement_pause")),
                fault(
                        Mechanism.BACKLOG_STOPPED,
                        "batches that fail, for want of a right",
                        () -> {},
                        this::failBatches,
                        () -> world.execute("GRANT INSERT ON bet_settlement TO settlement_worker")),
                fault(
                        Mechanism.BACKLOG_CAPACITY,
                        SLOW_BETS + " bets, batches of one",
                        () -> place("much-" + numbers.incrementAndGet(), SLOW_BETS),
                        () -> sendResult("much-" + numbers.get()),
                        this::forgetBacklog),
                fault(
                        Mechanism.BACKLOG_REBALANCES,
                        "a member of the group that comes and goes, and one that takes in nothing",
                        this::rebalance,
                        this::sendResultsToEveryPartition,
                        () -> {}),
                fault(
                        Mechanism.RELAY,
                        "the relay killed",
                        () -> {},
                        () -> {
                            betApi.killRelay();
                            world.deposit(new AccountId("steady"), 1);
                        },
                        betApi::startRelay),
                fault(
                        Mechanism.JVM,
                        "placements that stand 1.5 s inside the process",
                        () -> {},
                        () -> betApi.standFor(1_500),
                        () -> betApi.standFor(0)));
    }

    private static Fault fault(Mechanism mechanism, String what, Step cause) {
        return fault(mechanism, what, () -> {}, cause, () -> {});
    }

    private static Fault fault(Mechanism mechanism, String what, Step prepare, Step cause, Step mend) {
        return new Fault(mechanism, what, prepare, cause, mend);
    }

    /** What all faults need. */
    void prepareWorld() throws SQLException {
        world.account("steady", "GBP", 100_00);
        world.account("hot", "GBP", 100_00);
        world.accounts("row-", 60, "GBP", 10_000_00);
        world.execute("CREATE TABLE churned (id integer PRIMARY KEY, v integer)");
        world.execute("INSERT INTO churned SELECT n, n FROM generate_series(1, 5000) AS n");
        world.execute("CREATE INDEX ON churned (v)");
        world.execute("ANALYZE churned");
    }

    private void start(AutoCloseable fault) {
        running.add(fault);
    }

    /** Ends what the cause has started, and mends the rest. */
    void end(Fault fault) throws Exception {
        for (AutoCloseable each : running.reversed()) {
            each.close();
        }
        running.clear();
        fault.mend().run();
    }

    private void slowClients() {
        start(new Crowd(16, _ -> {
            try (Connection connection = betApi.connection()) {
                connection.setAutoCommit(false);
                run(connection, "SELECT 1");
                Thread.sleep(60);
                connection.commit();
            }
        }));
    }

    private void operatorHoldsRows() throws SQLException {
        Connection operator = open(world.database().connectAsSuperuser());
        run(
                operator,
                "UPDATE account SET available = available WHERE account_id IN ('row-1', 'row-2', 'row-3', 'row-4')");
        start(new Crowd(CROWD, number -> betApi.update("row-" + (1 + number % 4))));
    }

    private void longBatches() {
        start(new Crowd(1, _ -> {
            try (Connection batch = world.database().connect(DatabaseRole.SETTLEMENT_WORKER)) {
                batch.setAutoCommit(false);
                run(batch, """
                        SELECT FROM account WHERE account_id LIKE 'row-%' ORDER BY account_id LIMIT 50 FOR NO KEY UPDATE
                        """);
                run(batch, "SELECT pg_sleep(0.7)");
                batch.commit();
            }
        }));
        start(new Crowd(CROWD, number -> betApi.update("row-" + number)));
    }

    private void lockTable() throws SQLException {
        Connection migrator = open(world.database().connectAsSuperuser());
        run(migrator, "LOCK TABLE account IN ACCESS EXCLUSIVE MODE");
        start(new Crowd(CROWD, number -> betApi.update("row-" + number)));
    }

    private void awaitAbsentStandby() throws SQLException {
        world.execute("ALTER SYSTEM SET synchronous_standby_names = 'absent'");
        world.execute("SELECT pg_reload_conf()");
        Crowd crowd = new Crowd(3, number -> betApi.update("row-" + number));
        // Its commits come back when nobody waits for the standby any more.
        start(() -> {
            world.execute("ALTER SYSTEM RESET synchronous_standby_names");
            world.execute("SELECT pg_reload_conf()");
            crowd.close();
        });
    }

    private void compute() {
        start(new Crowd(12, _ -> {
            try (Connection connection = world.database().connectAsSuperuser()) {
                run(connection, "SELECT count(*) FROM generate_series(1, 2000000)");
            }
        }));
    }

    private void useIndex() throws Exception {
        world.execute("CREATE TABLE plan_rows AS SELECT n AS id, n AS k FROM generate_series(1, 300000) AS n");
        world.execute("CREATE INDEX plan_rows_k ON plan_rows (k)");
        world.execute("ANALYZE plan_rows");
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Connection connection = world.database().connectAsSuperuser();
            run(connection, "SET max_parallel_workers_per_gather = 0");
            connections.add(connection);
            start(connection);
        }
        Crowd crowd = new Crowd(4, number -> {
            try (PreparedStatement find =
                    connections.get(number).prepareStatement("SELECT count(*) FROM plan_rows WHERE k = ?")) {
                find.setInt(1, number);
                find.execute();
            }
            Thread.sleep(1);
        });
        start(crowd);
        await("a few hundred fast calls", () -> crowd.done() > 400);
    }

    private void leaveSnapshotOpen() throws SQLException {
        Connection analyst = world.database().connectAsSuperuser();
        analyst.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        open(analyst);
        run(analyst, "SELECT count(*) FROM account");
        start(new Crowd(1, _ -> {
            world.execute("UPDATE churned SET v = v + 1 WHERE id <= 2000");
            Thread.sleep(200);
        }));
    }

    private void churnWithoutAutovacuum() throws SQLException {
        world.execute("ALTER TABLE churned SET (autovacuum_enabled = false)");
        for (int i = 0; i < 3; i++) {
            world.execute("UPDATE churned SET v = v + 1");
        }
    }

    private void pause() throws Exception {
        String market = "paused-" + numbers.incrementAndGet();
        world.execute("INSERT INTO settlement_pause (scope, paused_by, reason) VALUES ('all', 'sre', 'a test')");
        place(market, 5);
        sendResult(market);
    }

    private void failBatches() throws Exception {
        String market = "failing-" + numbers.incrementAndGet();
        world.execute("REVOKE INSERT ON bet_settlement FROM settlement_worker");
        place(market, 5);
        sendResult(market);
    }

    private void place(String id, int bets) throws SQLException {
        MarketId market = world.market(id, "H");
        for (int placed = 0; placed < bets; placed += 1_000) {
            List<Placed> page = new ArrayList<>();
            for (int i = placed; i < Math.min(bets, placed + 1_000); i++) {
                page.add(Placed.single(new AccountId("row-" + i % 60), market, "H", "2.50", 1_00));
            }
            world.placeAll(page);
        }
    }

    private void sendResult(String market) throws Exception {
        worker.send(market, resultJson(market, 1, "H WON"));
    }

    private void forgetBacklog() throws Exception {
        world.execute("INSERT INTO settlement_pause (scope, paused_by, reason) VALUES ('all', 'sre', 'a test')");
        await("settlement to stand", () -> world.number("""
                SELECT count(*) FROM settlement_part WHERE lease_until > clock_timestamp()""") == 0);
        world.execute(
                "UPDATE settlement_part SET applied_revision = working_revision, cursor_account_id = NULL, cursor_bet_id = NULL");
        world.execute("UPDATE settlement_job SET applied_revision = revision, unapplied_since = NULL");
        world.execute("DELETE FROM settlement_pause");
    }

    // Every member has to take part in forming the group, and does so while it polls.
    private void rebalance() {
        KafkaConsumer<byte[], byte[]> stays = member("stays");
        start(stays);
        await("a partition", () -> {
            stays.poll(Duration.ofMillis(100));
            return !stays.assignment().isEmpty();
        });
        for (int i = 0; i < 3; i++) {
            try (KafkaConsumer<byte[], byte[]> goes = member("comes-and-goes")) {
                await("another member of the group", () -> {
                    stays.poll(Duration.ofMillis(50));
                    goes.poll(Duration.ofMillis(50));
                    return goes.groupMetadata().generationId() > 0;
                });
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> member(String name) {
        KafkaConsumer<byte[], byte[]> member = new KafkaConsumer<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                SharedServers.kafka().bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.CLIENT_ID_CONFIG,
                name,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                "false",
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName(),
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class));
        member.subscribe(List.of(worker.topic()));
        return member;
    }

    private void sendResultsToEveryPartition() throws Exception {
        for (int partition = 0; partition < 2; partition++) {
            String market = "taken-" + numbers.incrementAndGet();
            place(market, 1);
            worker.send(
                    partition,
                    market.getBytes(StandardCharsets.UTF_8),
                    resultJson(market, 1, "H WON").getBytes(StandardCharsets.UTF_8));
        }
    }

    private Connection open(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        start(() -> {
            connection.rollback();
            connection.close();
        });
        return connection;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        org.awaitility.Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }
}
