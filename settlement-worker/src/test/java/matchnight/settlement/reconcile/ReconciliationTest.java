package matchnight.settlement.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.apply.Settling;
import matchnight.settlement.reconcile.RunReading.RunItem;
import matchnight.settlement.testing.Events;
import matchnight.settlement.testing.FaultyDataSource;
import matchnight.settlement.testing.FaultyDataSource.Harm;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.DatabaseRole;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What drifts apart is named within one run; what is sound never is. */
class ReconciliationTest {

    private final World world = World.create();
    private final EventTopic topic = new EventTopic(world);
    private final Reconciling reconciling = new Reconciling(world, topic);
    private MarketId market;
    private List<AccountId> accounts;
    private List<UUID> bets;

    /** Forty accounts with 100.00 and a bet of 5.00 each on H, counted as 7.50 against its limit. */
    @BeforeEach
    void fill() throws Exception {
        market = world.market("m", "H", "A");
        accounts = world.accounts("a-", 40, "GBP", 10_000);
        bets = world.placeAll(accounts.stream()
                .map(account -> Placed.single(account, market, "H", "2.50", 500))
                .toList());
        world.execute("UPDATE bet_leg SET liability = 750");
        world.execute("INSERT INTO market_exposure VALUES ('m', 'H', 0, 20000, 50000), ('m', 'H', 1, 10000, 50000)");
        topic.relay();
    }

    @AfterEach
    void close() {
        topic.close();
        world.close();
    }

    @Test
    void aSoundWorldOpensNothingAndTheNextRunReadsOnlyWhatMoved() throws Exception {
        RunItem full = reconciling.run(Mode.FULL);
        assertThat(full.state()).isEqualTo("FINISHED");
        assertThat(List.of(full.accounts(), full.selections(), full.events(), full.drifts(), full.leftOut()))
                .containsExactly(40L, 1L, 80L, 0L, 0L);
        RunItem idle = reconciling.run(Mode.INCREMENTAL);
        assertThat(List.of(idle.accounts(), idle.selections(), idle.events(), idle.rowsRead()))
                .containsExactly(0L, 0L, 0L, 0L);
        for (int i = 0; i < 3; i++) {
            world.deposit(accounts.get(i), 100);
        }
        topic.relay();
        RunItem moved = reconciling.run(Mode.INCREMENTAL);
        assertThat(List.of(moved.accounts(), moved.selections(), moved.events(), moved.drifts()))
                .containsExactly(3L, 0L, 3L, 0L);
        // Three entries and one bet of each account, and a row of the outbox twice: as it comes, and in the count of
        // all.
        assertThat(moved.rowsRead()).isEqualTo(3 * 3 + 3 + 2 * 3);
        assertThat(reconciling.incidents()).isEmpty();
    }

    @Test
    void aBalanceThatSomebodyTamperedWithIsNamedByTheNextIncrementalRunAndJoinsItsIncident() throws Exception {
        reconciling.run(Mode.FULL);
        world.execute("UPDATE account SET available = available + 1 WHERE account_id = 'a-7'");
        RunItem run = reconciling.run(Mode.INCREMENTAL);
        assertThat(List.of(run.accounts(), run.drifts())).containsExactly(1L, 1L);
        assertThat(reconciling.incidents()).containsExactly("LEDGER_DRIFT account/a-7");
        JsonNode detail = reconciling.detail("LEDGER_DRIFT", "account/a-7");
        assertThat(detail.at("/balance/available").stringValue()).isEqualTo("95.01");
        assertThat(detail.at("/ledger/available").stringValue()).isEqualTo("95.00");
        assertThat(detail.at("/firstDivergence/entryVersion").longValue()).isEqualTo(2);
        assertThat(detail.at("/firstDivergence/missing").booleanValue()).isFalse();
        assertThat(detail.get("owner").stringValue()).isEqualTo("ledger");
        assertThat(detail.get("runbook").stringValue()).isEqualTo("docs/runbook.md#ledger-drift");

        // A movement on top hides nothing, though the entry carries on from the wrong balance.
        world.deposit(accounts.get(7), 100);
        topic.relay();
        reconciling.run(Mode.INCREMENTAL);
        reconciling.run(Mode.FULL);
        assertThat(reconciling.incidents()).containsExactly("LEDGER_DRIFT account/a-7");
        JsonNode joined = reconciling.detail("LEDGER_DRIFT", "account/a-7");
        assertThat(joined.get("seen").intValue()).isEqualTo(3);
        assertThat(joined.get("firstRunId")).isEqualTo(detail.get("firstRunId"));
        assertThat(world.balances(accounts.get(7)).available()).isEqualTo(9_601);

        world.execute("UPDATE market_exposure SET liability = liability - 1 WHERE bucket = 1");
        RunItem counter = reconciling.run(Mode.INCREMENTAL);
        assertThat(List.of(counter.accounts(), counter.selections(), counter.drifts()))
                .containsExactly(0L, 1L, 1L);
    }

    @Test
    void anEntryThatMovesOnFromATamperedBalanceIsTheFirstThatDivergesWheneverTheOneBeforeItWas() throws Exception {
        world.execute("UPDATE ledger_entry SET written_on = written_on - 1 WHERE account_id = 'a-3'");
        reconciling.run(Mode.FULL);
        // The next run reads the entries of today alone, and of a-3 the newest of yesterday.
        world.execute("UPDATE reconciliation SET reconciled_at = reconciled_at + interval '1 day'");
        world.deposit(accounts.get(3), 100);
        topic.relay();
        assertThat(reconciling.run(Mode.INCREMENTAL).drifts()).isZero();
        world.execute("UPDATE reconciliation SET reconciled_at = reconciled_at + interval '1 day'");
        world.execute("UPDATE account SET available = available - 5 WHERE account_id IN ('a-3', 'a-7')");
        world.deposit(accounts.get(3), 100);
        world.deposit(accounts.get(7), 100);
        topic.relay();
        reconciling.run(Mode.INCREMENTAL);
        assertThat(reconciling.incidents()).containsExactly("LEDGER_DRIFT account/a-3", "LEDGER_DRIFT account/a-7");
        assertThat(firstDivergence("a-3")).isEqualTo("4 false DEPOSIT");
        assertThat(firstDivergence("a-7")).isEqualTo("3 false DEPOSIT");
    }

    /** Of an account's ledger drift: version, whether it is missing, kind. */
    private String firstDivergence(String account) throws SQLException {
        JsonNode first =
                reconciling.detail("LEDGER_DRIFT", "account/" + account).get("firstDivergence");
        return first.get("entryVersion").longValue() + " "
                + first.get("missing").booleanValue() + " " + first.get("kind").stringValue("null");
    }

    @Test
    void whatASuperuserChangedOrRemovedIsNamedByOneFullRun() throws Exception {
        world.execute("DELETE FROM ledger_entry WHERE account_id = 'a-10' AND version = 1");
        world.execute("DELETE FROM ledger_entry WHERE account_id = 'a-11' AND version = 2");
        world.execute("UPDATE ledger_entry SET available = available + 1 WHERE account_id = 'a-12' AND version = 1");
        world.execute("UPDATE account SET reserved = reserved + 5 WHERE account_id = 'a-13'");
        world.execute("INSERT INTO bet_settlement SELECT bet_id, 1, account_id, 'SETTLED', 0, 'RESULT', 'm@1', 1, NULL,"
                + " '{}', now() FROM bet WHERE account_id = 'a-14'");
        world.execute("DELETE FROM market_exposure WHERE bucket = 0");
        RunItem run = reconciling.run(Mode.FULL);
        assertThat(run.drifts()).isEqualTo(7);
        assertThat(reconciling.incidents())
                .containsExactly(
                        "EXPOSURE_DRIFT market/m/selection/H",
                        "LEDGER_DRIFT account/a-10",
                        "LEDGER_DRIFT account/a-11",
                        "LEDGER_DRIFT account/a-12",
                        "LEDGER_DRIFT account/a-13",
                        "RESERVED_DRIFT account/a-13",
                        "RESERVED_DRIFT account/a-14");
        // What remains behind the first entry that was removed does not begin at nothing; the newest is the missing
        // one.
        assertThat(firstDivergence("a-10")).isEqualTo("2 false STAKE_RESERVED");
        assertThat(firstDivergence("a-11")).isEqualTo("2 true null");
        assertThat(firstDivergence("a-12")).isEqualTo("1 false DEPOSIT");
        assertThat(firstDivergence("a-13")).isEqualTo("2 false STAKE_RESERVED");
        JsonNode reserved = reconciling.detail("RESERVED_DRIFT", "account/a-14");
        assertThat(reserved.get("reserved").stringValue()).isEqualTo("5.00");
        assertThat(reserved.get("openStakes").stringValue()).isEqualTo("0.00");
        assertThat(reserved.at("/firstDivergence/betId").stringValue())
                .isEqualTo(bets.get(14).toString());
        JsonNode exposure = reconciling.detail("EXPOSURE_DRIFT", "market/m/selection/H");
        assertThat(exposure.get("counted").stringValue()).isEqualTo("100.00");
        assertThat(exposure.get("standingBets").stringValue()).isEqualTo("300.00");
        assertThat(exposure.get("owner").stringValue()).isEqualTo("desk-1");
    }

    @Test
    void eventsThatWereLostDoubledAlteredOrNeverInTheOutboxAreNamedAndWhatWasDecidedIsNotToldAgain() throws Exception {
        reconciling.run(Mode.FULL);
        for (int i = 0; i < 4; i++) {
            world.deposit(accounts.get(i), 100);
        }
        long first = world.number("SELECT max(outbox_id) - 3 FROM outbox");
        topic.relay(first, first + 2);
        topic.publish(first + 1);
        topic.publish("a-2", event(first + 2, "a-2", java.time.Instant.now()));
        topic.publish("a-9", "no event");
        topic.publish(7);
        RunItem run = reconciling.run(Mode.INCREMENTAL);
        assertThat(List.of(run.events(), run.drifts())).containsExactly(3L, 5L);
        assertThat(world.texts("SELECT subject || ' ' || (detail ->> 'found') FROM incident"
                        + " WHERE kind = 'EVENT_DRIFT' AND subject LIKE 'event/%' ORDER BY 1"))
                .containsExactlyInAnyOrder(
                        "event/7 DOUBLED",
                        "event/" + first + " LOST",
                        "event/" + (first + 1) + " DOUBLED",
                        "event/" + (first + 2) + " ALTERED");
        assertThat(world.texts("SELECT detail ->> 'found' FROM incident WHERE subject LIKE 'record/%'"))
                .containsExactly("FOREIGN");
        JsonNode lost = reconciling.detail("EVENT_DRIFT", "event/" + first);
        assertThat(lost.get("accountId").stringValue()).isEqualTo("a-0");
        assertThat(lost.at("/firstDivergence/entryVersion").longValue()).isEqualTo(3);
        assertThat(lost.get("runbook").stringValue()).isEqualTo("docs/runbook.md#event-drift");

        world.execute("UPDATE incident SET resolved_at = now(), resolved_by = 'p', decision = 'CLOSE', reason = 'r'"
                + " WHERE subject = 'event/7'");
        assertThat(reconciling.run(Mode.INCREMENTAL).drifts()).isZero();
        assertThat(reconciling.run(Mode.FULL).drifts()).isEqualTo(5);
        assertThat(reconciling.incidents()).hasSize(4).doesNotContain("EVENT_DRIFT event/7");
    }

    private static String event(long id, String account, java.time.Instant time) {
        return """
                {"id": "%d", "type": "BalanceChanged", "time": "%s", "data": {"accountId": "%s", "version": 9}}
                """.formatted(id, time, account);
    }

    @Test
    void anEventThatNobodyPutInTheOutboxIsNamedUnlessItsDayWasRetired() throws Exception {
        world.deposit(accounts.get(0), 100);
        world.deposit(accounts.get(1), 100);
        long retired = world.number("SELECT max(outbox_id) - 1 FROM outbox");
        long unknown = retired + 1;
        topic.relay(retired, unknown);
        world.execute("DELETE FROM outbox WHERE outbox_id >= " + retired);
        world.execute(
                "INSERT INTO retirement (day, begun_by, worker, lease_until) VALUES ('2020-01-01', 'x', 'x', now())");
        topic.publish("a-0", event(retired, "a-0", java.time.Instant.parse("2020-01-01T23:59:59Z")));
        topic.publish("a-1", event(unknown, "a-1", java.time.Instant.now()));
        assertThat(reconciling.run(Mode.FULL).drifts()).isEqualTo(1);
        assertThat(reconciling
                        .detail("EVENT_DRIFT", "event/" + unknown)
                        .get("found")
                        .stringValue())
                .isEqualTo("UNKNOWN");
    }

    @Test
    void aBrokerThatIsAwayLeavesTheEventsOutAndBalancesAreLookedAt() throws Exception {
        world.execute("UPDATE account SET available = available + 1 WHERE account_id = 'a-7'");
        UUID runId = reconciling.request(Mode.FULL);
        Reconciliation worker = ReconciliationConfiguration.assemble(
                world.worker(),
                world.reader(),
                topic.clients(),
                Reconciling.settings(topic.name() + ".missing"),
                new ReconciliationMetrics(new io.micrometer.core.instrument.simple.SimpleMeterRegistry()),
                java.time.Clock.systemUTC(),
                "worker-1");
        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThatExceptionOfType(KafkaException.class).isThrownBy(worker::run);
        }
        worker.run();
        RunItem run = reconciling.read(runId);
        assertThat(run.state()).isEqualTo("FINISHED");
        assertThat(List.of(run.leftOut(), run.drifts())).containsExactly(1L, 1L);
        assertThat(run.lastError()).contains("topic");
        // What was not compared is compared by the next run.
        assertThat(reconciling.run(Mode.INCREMENTAL).events()).isEqualTo(80);
    }

    @ParameterizedTest
    @CsvSource({"5, true", "9, true", "8, false", "14, false"})
    void aRunWhoseConnectionWasKilledGoesOnAndCountsNothingTwice(int statement, boolean isReader) throws Exception {
        world.execute("UPDATE account SET available = available + 1 WHERE account_id IN ('a-0', 'a-31')");
        UUID runId = reconciling.request(Mode.FULL);
        FaultyDataSource faulty = FaultyDataSource.of(
                world.database(), isReader ? world.reader() : world.worker(), statement, Harm.SESSION_ENDS_AFTER);
        Reconciliation worker = reconciling.worker(
                "worker-1",
                isReader ? world.worker() : faulty.dataSource(),
                isReader ? faulty.dataSource() : world.reader());
        int failures = 0;
        while (!reconciling.read(runId).state().equals("FINISHED")) {
            try {
                worker.run();
            } catch (SQLException killed) {
                failures++;
                assertThat(failures).isLessThan(3);
            }
        }
        assertThat(faulty.isDone()).isTrue();
        RunItem run = reconciling.read(runId);
        assertThat(List.of(run.accounts(), run.selections(), run.events(), run.drifts()))
                .containsExactly(40L, 1L, 80L, 2L);
        assertThat(reconciling.incidents()).containsExactly("LEDGER_DRIFT account/a-0", "LEDGER_DRIFT account/a-31");
        assertThat(world.texts("SELECT DISTINCT detail ->> 'seen' FROM incident"))
                .containsExactly("1");
    }

    @Test
    void ofSeveralWorkersOneReconcilesAndAnotherTakesOverWhenItsLeaseIsOver() throws Exception {
        UUID runId = reconciling.request(Mode.FULL);
        world.execute("UPDATE reconciliation SET lease_owner = 'dead', lease_until = now() + interval '1 hour'");
        reconciling.worker("worker-1").run();
        assertThat(reconciling.read(runId).state()).isEqualTo("REQUESTED");
        world.execute("UPDATE reconciliation SET lease_until = now()");
        List<Callable<Void>> workers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Reconciliation worker = reconciling.worker("worker-" + i);
            workers.add(() -> {
                worker.run();
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            for (Future<Void> done : threads.invokeAll(workers)) {
                done.get(60, TimeUnit.SECONDS);
            }
        }
        RunItem run = reconciling.read(runId);
        assertThat(run.state()).isEqualTo("FINISHED");
        assertThat(List.of(run.accounts(), run.events())).containsExactly(40L, 80L);
    }

    @Test
    void whatAWorkerSawAfterItsLeaseWasTakenOverIsNotKept() throws Exception {
        UUID runId = reconciling.request(Mode.FULL);
        FaultyDataSource robbed = FaultyDataSource.of(
                world.reader(),
                4,
                connection -> world.execute(
                        "UPDATE reconciliation SET lease_owner = 'other', lease_epoch = lease_epoch + 1, lease_until = now()"));
        Reconciliation worker = reconciling.worker("worker-1", world.worker(), robbed.dataSource());
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(worker::run);
        assertThat(reconciling.read(runId).accounts()).isZero();
        reconciling.worker("worker-2").run();
        assertThat(reconciling.read(runId).accounts()).isEqualTo(40);
    }

    @Test
    void whilePlacementAndSettlementAreInFullFlowNothingIsNamed() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Void>> flow = new ArrayList<>();
            for (int thread = 0; thread < 2; thread++) {
                int offset = thread;
                flow.add(threads.submit(() -> placeMany(offset)));
            }
            flow.add(threads.submit(this::settleMany));
            int runs = 0;
            while (!flow.stream().allMatch(Future::isDone) || runs < 6) {
                RunItem run = reconciling.run(runs % 3 == 0 ? Mode.FULL : Mode.INCREMENTAL);
                assertThat(run.state()).isEqualTo("FINISHED");
                topic.relay();
                runs++;
            }
            for (Future<Void> done : flow) {
                done.get(60, TimeUnit.SECONDS);
            }
        }
        topic.relay();
        RunItem last = reconciling.run(Mode.FULL);
        assertThat(last.events()).isGreaterThan(240);
        assertThat(reconciling.incidents()).isEmpty();
    }

    private Void placeMany(int offset) throws SQLException {
        for (int i = 0; i < 80; i++) {
            AccountId account = accounts.get((i * 7 + offset) % accounts.size());
            world.place(Placed.single(account, market, i % 2 == 0 ? "A" : "H", "2.50", 10));
        }
        return null;
    }

    private Void settleMany() throws SQLException {
        Settling settling = Settling.in(world);
        for (int version = 1; version <= 5; version++) {
            settling.by(Events.result(market, version, version % 2 == 0 ? "H WON" : "H LOST", "A LOST"));
        }
        return null;
    }

    @Test
    void placementThatIsHeldUpIsSeenAndGivenWayToForABoundedTime() throws Exception {
        PlacementPressure pressure =
                new PlacementPressure(world.worker(), Duration.ofSeconds(30), Duration.ofMillis(300));
        assertThat(pressure.isAnybodyHeldUp()).isFalse();
        try (Connection holder = world.database().connectAsSuperuser();
                Statement lock = holder.createStatement();
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            holder.setAutoCommit(false);
            lock.execute("SELECT FROM account WHERE account_id = 'a-0' FOR UPDATE");
            Future<Boolean> heldUp = threads.submit(this::waitForTheAccount);
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(10)).until(pressure::isAnybodyHeldUp);
            assertThat(pressure.giveWay()).isBetween(Duration.ofMillis(50), Duration.ofSeconds(5));
            holder.rollback();
            assertThat(heldUp.get(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(pressure.giveWay()).isLessThan(Duration.ofMillis(300));
    }

    private boolean waitForTheAccount() throws SQLException {
        try (Connection connection = world.database().connect(DatabaseRole.BET_API);
                Statement statement = connection.createStatement()) {
            statement.execute("SET lock_timeout = '8s'; SET statement_timeout = '8s'; SET transaction_timeout = '9s'");
            return statement.execute("SELECT FROM account WHERE account_id = 'a-0' FOR UPDATE");
        }
    }
}
