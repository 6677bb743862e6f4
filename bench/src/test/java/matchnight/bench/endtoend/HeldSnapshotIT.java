package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Metrics;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * T34: somebody's snapshot is held while bets are placed and settled, so that vacuum clears nothing. Held for half a minute, and
 * not for the three minutes of the field's report: long enough to see whether times grow, short enough for every build.
 */
class HeldSnapshotIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Duration WITHOUT = Duration.ofSeconds(6);
    private static final Duration HELD = Duration.ofSeconds(24);
    private static final int MARKETS = 60;
    private static final int BETS_A_MARKET = 8;
    private static final int BETTORS = 4;

    private static final String READ_CLAIMS = """
            SELECT coalesce(sum(calls), 0)::bigint AS calls, coalesce(sum(total_exec_time), 0) AS millis
              FROM pg_stat_statements
             WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
               AND query LIKE 'WITH due AS MATERIALIZED%'
            """;

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private static List<String> accounts;

    private final AtomicBoolean isOver = new AtomicBoolean();
    private final AtomicLong keys = new AtomicLong();

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        accounts = running.openAccounts("held", 40, Money.parse("10000", GBP));
        running.putUpMarket("held", GBP);
    }

    /** Executions of the statement that claims a settlement job, and the milliseconds they took together. */
    private record Claims(long calls, double millis) {

        static Claims now() {
            try (Connection connection = running.database.connectAsSuperuser();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(READ_CLAIMS)) {
                row.next();
                return new Claims(row.getLong("calls"), row.getDouble("millis"));
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        }

        double meanMillisSince(Claims before) {
            return (millis - before.millis) / Math.max(1, calls - before.calls);
        }
    }

    @Test
    void placementAndClaimsStayBoundedUnderAHeldSnapshotAndTheMetricShowsIt() throws Exception {
        for (int market = 0; market < MARKETS; market++) {
            running.putUpMarket("held-" + market, GBP);
        }
        LatencyLog latencies = new LatencyLog(System.nanoTime());
        Claims atStart;
        Claims atHold;
        Claims late;
        Claims atEnd;
        int holdSecond;
        int endSecond;
        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            placeOnMarkets(people);
            List<Future<?>> atWork = new ArrayList<>();
            atStart = Claims.now();
            for (int bettor = 0; bettor < BETTORS; bettor++) {
                atWork.add(people.submit(() -> betOn(latencies)));
            }
            atWork.add(people.submit(this::tellResults));
            try {
                Thread.sleep(WITHOUT);
                holdSecond = latencies.secondOf(System.nanoTime());
                atHold = Claims.now();
                try (Connection outsider = running.database.connectAsSuperuser()) {
                    takeSnapshot(outsider);
                    Thread.sleep(HELD.dividedBy(2));
                    late = Claims.now();
                    Thread.sleep(HELD.dividedBy(2));
                    endSecond = latencies.secondOf(System.nanoTime());
                    atEnd = Claims.now();
                    assertThat(oldestTransactionSeconds()).isGreaterThan(HELD.toSeconds() - 5.0);
                }
                await().atMost(Duration.ofSeconds(15)).until(() -> oldestTransactionSeconds() < HELD.toSeconds() / 2.0);
            } finally {
                isOver.set(true);
            }
            for (Future<?> someone : atWork) {
                someone.get();
            }
        }
        for (int market = 0; market < MARKETS; market++) {
            running.awaitApplied("held-" + market, 1, Duration.ofSeconds(30));
        }

        Latencies before = latencies.between(0, holdSecond);
        Latencies atLast = latencies.between(endSecond - (int) HELD.dividedBy(3).toSeconds(), endSecond);
        System.out.printf(
                "Without a held snapshot: %d bets, p50 %.1f ms, p99 %.1f ms, a claim %.2f ms (%d); in the last third of %d s"
                        + " with one: %d bets, p50 %.1f ms, p99 %.1f ms, a claim %.2f ms (%d)%n",
                before.count(),
                before.p50Millis(),
                before.p99Millis(),
                atHold.meanMillisSince(atStart),
                atHold.calls() - atStart.calls(),
                HELD.toSeconds(),
                atLast.count(),
                atLast.p50Millis(),
                atLast.p99Millis(),
                atEnd.meanMillisSince(late),
                atEnd.calls() - late.calls());
        assertThat(atEnd.calls() - late.calls())
                .as("claims under the held snapshot")
                .isGreaterThan(10);
        assertThat(atEnd.meanMillisSince(late)).as("milliseconds of a claim").isLessThan(25);
        assertThat(atLast.count()).isPositive();
        assertThat(atLast.p50Millis()).as("placement p50").isLessThan(4 * before.p50Millis() + 50);
        assertThat(running.broken()).isEmpty();
    }

    private void placeOnMarkets(ExecutorService people) throws Exception {
        List<Future<?>> placing = new ArrayList<>();
        for (int bettor = 0; bettor < BETS_A_MARKET; bettor++) {
            placing.add(people.submit(() -> {
                for (int market = 0; market < MARKETS; market++) {
                    place("held-" + market);
                }
            }));
        }
        for (Future<?> someone : placing) {
            someone.get();
        }
    }

    private void betOn(LatencyLog latencies) {
        while (!isOver.get()) {
            long sentNanos = System.nanoTime();
            place("held");
            latencies.record(sentNanos, System.nanoTime());
        }
    }

    private void place(String marketId) {
        long number = keys.incrementAndGet();
        BetOutcome outcome = running.betting.place(new BetRequest(
                accounts.get((int) (number % accounts.size())),
                "held-" + number,
                marketId,
                "H",
                "2.50",
                Money.parse("1", GBP),
                "NONE"));
        assertThat(outcome.isAccepted()).as(outcome.toString()).isTrue();
    }

    private void tellResults() {
        Duration pause = WITHOUT.plus(HELD).dividedBy(MARKETS);
        for (int market = 0; market < MARKETS; market++) {
            running.results.publish(RunningProduct.result("held-" + market, 1, Map.of("H", "WON", "A", "LOST")));
            try {
                Thread.sleep(pause);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    private static void takeSnapshot(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT count(*) FROM settlement_job");
        }
    }

    private static double oldestTransactionSeconds() {
        try (HttpClient worker = new HttpClient(running.product.settlementWorker(), 1, Duration.ofSeconds(10))) {
            return Metrics.read(worker)
                    .highest("database_oldest_transaction_seconds")
                    .orElseThrow();
        } catch (IOException unanswered) {
            throw new IllegalStateException(unanswered);
        }
    }

    /** Each of our roles that forgets a transaction, snapshot and all, loses its session to the role's own limit. */
    @Test
    void aForgottenTransactionOfOurRolesIsEnded() throws Exception {
        ServerLog log = ServerLog.fromNowOn(running.database.server()::log);
        List<Connection> forgotten = new ArrayList<>();
        try {
            List<Integer> pids = new ArrayList<>();
            for (DatabaseRole role : DatabaseRole.created()) {
                Connection connection = running.database.connect(role);
                forgotten.add(connection);
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                connection.setAutoCommit(false);
                pids.add(backendPid(connection));
            }
            Object[] ofSessions = pids.toArray();
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> assertThat(running.count(
                                    "SELECT count(*) FROM pg_stat_activity WHERE pid IN (?, ?, ?, ?, ?)", ofSessions))
                            .as("sessions that still hold their transaction")
                            .isZero());
            for (DatabaseRole role : DatabaseRole.created()) {
                assertThat(log.linesWith(" 25P03 "))
                        .as("idle-in-transaction timeout of " + role.roleName())
                        .anyMatch(line -> line.contains(" " + role.roleName() + "@"));
            }
        } finally {
            for (Connection connection : forgotten) {
                connection.close();
            }
        }
    }

    private static int backendPid(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
