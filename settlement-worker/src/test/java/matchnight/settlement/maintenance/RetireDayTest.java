package matchnight.settlement.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.audit.Invariant;
import matchnight.ledger.audit.KeysNameTheirEffects;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.maintenance.Obstacle.Reason;
import matchnight.settlement.maintenance.RetireOutcome.InOtherHands;
import matchnight.settlement.maintenance.RetireOutcome.Refused;
import matchnight.settlement.maintenance.RetireOutcome.Retired;
import matchnight.settlement.testing.PastDay;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.DatabaseRole;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A day of history goes whole, or stays whole; what remains is as sound as before. */
class RetireDayTest {

    private static final String ACTOR = "tester";

    private final World world = World.create();
    private PastDay past;
    private MarketId market;

    @BeforeEach
    void fill() throws Exception {
        market = world.market("m", "H", "A");
        world.execute("""
                INSERT INTO result_event (market_id, version, event_id, type, certainty, outcomes, content_hash, occurred_at,
                                          kafka_partition, kafka_offset, kafka_timestamp)
                VALUES ('m', 1, 'e', 'RESULT', 'CONFIRMED', '[{"selectionId": "H", "result": "LOST"}]', '', now(), 0, 0, now())
                """);
        past = PastDay.ago(world, 40);
        past.lostBets("punter", 3, "m");
    }

    @AfterEach
    void drop() {
        world.close();
    }

    private RetireDay retireDay(String worker) {
        return new RetireDay(world.database().dataSource(DatabaseRole.MAINTENANCE), null, worker);
    }

    private RetireOutcome retire() throws Exception {
        return retireDay("w").retire(past.day(), ACTOR);
    }

    /** The proofs that need no keys; bets of these tests are written without any. */
    private void theProofsHold() throws SQLException {
        try (Connection connection = world.database().connect(DatabaseRole.READER)) {
            for (Invariant invariant : Invariant.all()) {
                if (!(invariant instanceof KeysNameTheirEffects)) {
                    Finding finding = invariant.check(connection);
                    assertThat(finding.ok())
                            .as(finding.name() + ": " + finding.detail())
                            .isTrue();
                }
            }
        }
    }

    private List<String> states() throws SQLException {
        return world.texts("SELECT table_name || ' ' || state FROM partition_states('%s')".formatted(past.day()));
    }

    @Test
    void aDayWithoutAnythingOpenGoesAndTheBalancesStillEqualTheLedger() throws Exception {
        theProofsHold();

        assertThat(retire()).isEqualTo(new Retired(3));

        assertThat(states())
                .containsExactly("bet_leg GONE", "bet_settlement GONE", "bet GONE", "outbox GONE", "ledger_entry GONE");
        assertThat(world.texts("""
                        SELECT account_id || ' ' || version || ' ' || kind || ' ' || available_change || ' ' || available
                               || ' ' || (happened_at AT TIME ZONE 'UTC')
                          FROM ledger_entry ORDER BY 1
                        """))
                .containsExactly(
                        "punter-1 4 CARRIED_FORWARD 0 9000 " + past.day() + " 12:00:00",
                        "punter-2 4 CARRIED_FORWARD 0 9000 " + past.day() + " 12:00:00",
                        "punter-3 4 CARRIED_FORWARD 0 9000 " + past.day() + " 12:00:00");
        theProofsHold();
        assertThat(world.texts("SELECT table_name || ' ' || row_count FROM retired_partition ORDER BY 1"))
                .containsExactly("bet 3", "bet_leg 3", "bet_settlement 3", "ledger_entry 12", "outbox 9");
        assertThat(world.number("SELECT count(*) FROM archive." + past.partition("ledger_entry")))
                .isEqualTo(12);
    }

    @Test
    void theNumberingGoesOnBehindWhatWasCarriedForward() throws Exception {
        retire();
        AccountId punter = new AccountId("punter-1");
        world.place(Placed.single(punter, market, "A", "2.50", 10_00));

        assertThat(world.texts(
                        "SELECT version || ' ' || kind FROM ledger_entry WHERE account_id = 'punter-1' ORDER BY 1"))
                .containsExactly("4 CARRIED_FORWARD", "5 STAKE_RESERVED");
        theProofsHold();
    }

    @Test
    void theProofsStillSeeWhatIsMissingOrWrongBehindARetiredDay() throws Exception {
        retire();
        AccountId punter = new AccountId("punter-1");
        world.place(Placed.single(punter, market, "A", "2.50", 10_00));
        world.place(Placed.single(punter, market, "A", "2.50", 10_00));
        theProofsHold();

        world.execute("UPDATE ledger_entry SET available = available + 1 WHERE account_id = 'punter-2'");
        assertThat(failing()).containsExactly("ledger equals balances");
        world.execute("UPDATE ledger_entry SET available = available - 1 WHERE account_id = 'punter-2'");
        world.execute("DELETE FROM ledger_entry WHERE account_id = 'punter-1' AND version = 5");
        assertThat(failing()).contains("ledger equals balances", "entries continue one another without gap or twin");
        world.execute("DELETE FROM ledger_entry WHERE account_id = 'punter-3'");
        assertThat(failing()).contains("entries continue one another without gap or twin");
    }

    private List<String> failing() throws SQLException {
        try (Connection connection = world.database().connect(DatabaseRole.READER)) {
            List<String> failing = new java.util.ArrayList<>();
            for (Invariant invariant : Invariant.all()) {
                if (!(invariant instanceof KeysNameTheirEffects)
                        && !invariant.check(connection).ok()) {
                    failing.add(invariant.name());
                }
            }
            return failing;
        }
    }

    /** What the superuser puts in the way, and how the refusal calls it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UPDATE bet_settlement SET kind = 'REOPENED', returns = NULL WHERE account_id = 'punter-2' | OPEN_BETS",
                "DELETE FROM bet_settlement WHERE account_id = 'punter-2' | OPEN_BETS",
                "INSERT INTO settlement_job (market_id, revision, unapplied_since) VALUES ('m', 1, now()) | UNAPPLIED_RESULTS",
                "INSERT INTO settlement_skipped SELECT 'm', 0, account_id, bet_id, 'FAILED' FROM bet LIMIT 1 | BETS_PASSED_OVER",
                "INSERT INTO exposure_due SELECT bet_id, 1, true FROM bet LIMIT 1 | EXPOSURE_DUE",
                "UPDATE relay_cursor SET last_written_on = (SELECT min(written_on) + 1 FROM outbox) | RELAY_READS_IT",
                "UPDATE relay_cursor SET last_outbox_id = -1000000000 | EVENTS_NOT_RELAYED",
                "INSERT INTO outbox SELECT 5, current_date, 'BetResettled', account_id, 5, bet_id, 2, now() FROM bet LIMIT 1 | EVENTS_NOT_RELAYED",
            })
    void aDayThatIsStillNeededIsRefusedAndNothingIsTouched(String obstacle, Reason reason) throws Exception {
        world.execute(obstacle);

        assertThat(retire())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.obstacles())
                                .extracting(Obstacle::reason)
                                .containsOnly(reason));

        assertThat(states()).allMatch(state -> state.endsWith(" ATTACHED"));
        assertThat(world.number("SELECT count(*) FROM ledger_entry WHERE kind = 'CARRIED_FORWARD'"))
                .isZero();
        assertThat(world.number("SELECT count(*) FROM retirement")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg_terminate_backend", "pg_cancel_backend"})
    void aDetachKilledHalfWayIsFinishedByTheNextRun(String kill) throws Exception {
        try (Connection reader = world.database().connectAsSuperuser();
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            hold(reader, "SELECT count(*) FROM bet_leg");
            Future<RetireOutcome> halfWay = threads.submit(this::retire);
            awaitSecondPhase("bet_leg");
            world.execute("""
                    SELECT %s(pid) FROM pg_stat_activity
                     WHERE query LIKE 'ALTER TABLE%%' AND datname = current_database() AND state = 'active'
                    """.formatted(kill));
            assertThatExceptionOfType(ExecutionException.class).isThrownBy(halfWay::get);
            assertThat(states()).startsWith("bet_leg DETACHING", "bet_settlement ATTACHED");
            reader.rollback();
        }

        assertThat(retire()).isEqualTo(new Retired(3));
        assertThat(world.number("SELECT count(*) FROM pg_inherits WHERE inhdetachpending"))
                .isZero();
        theProofsHold();
    }

    private static void hold(Connection connection, String query) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(query);
        }
    }

    private void awaitSecondPhase(String table) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> world.number(
                                "SELECT count(*) FROM pg_inherits WHERE inhdetachpending AND inhparent = '%s'::regclass"
                                        .formatted(table))
                        == 1);
    }

    @Test
    void placementGoesOnWhileADayGoes() throws Exception {
        AccountId punter = world.account("busy", "GBP", 1_000_00);
        try (Connection reader = world.database().connectAsSuperuser();
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            hold(reader, "SELECT count(*) FROM bet_leg");
            Future<RetireOutcome> retiring = threads.submit(this::retire);
            awaitSecondPhase("bet_leg");
            long startNanos = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                world.place(Placed.single(punter, market, "A", "2.50", 1));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(3));
            assertThat(retiring.isDone()).isFalse();
            reader.rollback();
            assertThat(retiring.get()).isEqualTo(new Retired(3));
        }
        theProofsHold();
    }

    @Test
    void aBetOpenedAgainWhileItsDayWasGoingBringsTheDayBack() throws Exception {
        try (Connection reader = world.database().connectAsSuperuser();
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            hold(reader, "SELECT count(*) FROM bet_settlement");
            Future<RetireOutcome> retiring = threads.submit(this::retire);
            awaitSecondPhase("bet_settlement");
            world.execute("UPDATE %s SET kind = 'REOPENED', returns = NULL WHERE account_id = 'punter-2'"
                    .formatted(past.partition("bet_settlement")));
            reader.rollback();

            assertThat(retiring.get()).isInstanceOf(Refused.class);
        }
        assertThat(states()).allMatch(state -> state.endsWith(" ATTACHED"));
        assertThat(world.number("SELECT count(*) FROM bet_leg")).isEqualTo(3);
        assertThat(world.number("SELECT count(*) FROM retirement")).isZero();
        world.execute("UPDATE bet_settlement SET kind = 'SETTLED', returns = 0 WHERE account_id = 'punter-2'");
        assertThat(retire()).isEqualTo(new Retired(3));
    }

    @Test
    void ofTwoWorkersOneRetiresTheDay() throws Exception {
        past.lostBets("crowd", 1_200, "m");
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Callable<RetireOutcome> one = () -> retireDay("one").retire(past.day(), ACTOR);
            Callable<RetireOutcome> other = () -> retireDay("other").retire(past.day(), ACTOR);
            List<RetireOutcome> outcomes = new java.util.ArrayList<>();
            for (Future<RetireOutcome> outcome : threads.invokeAll(List.of(one, other))) {
                outcomes.add(outcome.get());
            }
            assertThat(outcomes).containsExactlyInAnyOrder(new Retired(1_203), new InOtherHands());
        }
        assertThat(world.number("SELECT count(*) FROM ledger_entry")).isEqualTo(1_203);
        theProofsHold();
    }

    @Test
    void anOlderDayWithAnOpenBetStaysAndKeepsNoOtherWaiting() throws Exception {
        PastDay older = PastDay.ago(world, 41);
        world.market("outright", "H");
        older.lostBets("ante-post", 1, "outright");
        world.execute("DELETE FROM bet_settlement WHERE account_id = 'ante-post-1'");
        world.execute("DELETE FROM ledger_entry WHERE account_id = 'ante-post-1' AND version > 2");
        world.execute("DELETE FROM outbox WHERE account_id = 'ante-post-1' AND account_version > 2");
        world.execute("UPDATE account SET version = 2, reserved = 1000 WHERE account_id = 'ante-post-1'");
        theProofsHold();

        assertThat(retireDay("w").retire(older.day(), ACTOR)).isInstanceOf(Refused.class);
        assertThat(retire()).isEqualTo(new Retired(3));
        theProofsHold();
    }

    @Test
    void aDayThatHoldsOnlyWhatWasCarriedIntoItCarriesItOn() throws Exception {
        retire();
        PastDay later = PastDay.ago(world, 20);
        world.execute(
                "UPDATE ledger_entry SET written_on = '%s', written_at = '%1$s 03:00:00+00'".formatted(later.day()));

        assertThat(retireDay("w").retire(later.day(), ACTOR)).isEqualTo(new Retired(3));

        assertThat(world.texts(
                        "SELECT DISTINCT version || ' ' || (happened_at AT TIME ZONE 'UTC')::date FROM ledger_entry"))
                .containsExactly("4 " + past.day());
        theProofsHold();
    }

    @Test
    void filesHoldEveryRowAndTheirManifestSaysWhatTheyHashTo(@TempDir Path directory) throws Exception {
        var archive = new DayArchive(world.database().dataSource(DatabaseRole.MAINTENANCE), directory);
        var retireDay = new RetireDay(world.database().dataSource(DatabaseRole.MAINTENANCE), archive, "w");

        assertThat(retireDay.retire(past.day(), ACTOR)).isEqualTo(new Retired(3));

        Path ofDay = directory.resolve(past.day().toString());
        JsonNode manifest = JsonMapper.shared().readTree(Files.readString(ofDay.resolve("manifest.json")));
        assertThat(manifest.get("tables")).hasSize(5);
        for (JsonNode table : manifest.get("tables")) {
            Path file = directory.resolve(table.get("file").stringValue());
            byte[] bytes = Files.readAllBytes(file);
            assertThat(bytes).hasSize(table.get("bytes").intValue());
            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
                    .isEqualTo(table.get("sha256").stringValue());
            assertThat(lines(file)).hasSize(table.get("rows").intValue() + 1);
        }
        assertThat(lines(ofDay.resolve(past.partition("bet_leg") + ".csv.gz")).getFirst())
                .startsWith("bet_id,leg_number,account_id,market_id");
        try (var files = Files.list(ofDay)) {
            assertThat(files).hasSize(6);
        }
        assertThat(world.number("SELECT count(*) FROM retired_partition WHERE sha256 IS NOT NULL"))
                .isEqualTo(5);
        assertThat(world.number("SELECT count(*) FROM pg_tables WHERE schemaname = 'archive'"))
                .isZero();
        theProofsHold();
    }

    private static List<String> lines(Path file) throws IOException {
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        }
    }

    @Test
    void aFileThatLacksRowsKeepsItsTable() throws Exception {
        Retirements retirements = new Retirements(world.database().dataSource(DatabaseRole.MAINTENANCE));
        retirements.hold(past.day(), "w", ACTOR);
        world.execute("ALTER TABLE outbox DETACH PARTITION " + past.partition("outbox"));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> retirements.drop(past.day(), "outbox", new ArchivedTable("outbox", "f", 8, 1, "00")));

        assertThat(world.number("SELECT count(*) FROM " + past.partition("outbox")))
                .isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns"})
    void whatGoesIsTheUtcDayInEverySessionTimeZone(String zone) throws Exception {
        PastDay before = PastDay.ago(world, 41);
        PastDay after = PastDay.ago(world, 39);
        before.lostBets("before", 1, "m");
        after.lostBets("after", 1, "m");
        try (HikariDataSource maintenance = inZone(zone)) {
            assertThat(new RetireDay(maintenance, null, "w").retire(past.day(), ACTOR))
                    .isEqualTo(new Retired(3));
        }
        assertThat(world.texts("SELECT DISTINCT account_id FROM bet ORDER BY 1"))
                .containsExactly("after-1", "before-1");
        assertThat(world.number("SELECT count(*) FROM archive." + past.partition("bet")))
                .isEqualTo(3);
        assertThat(world.texts("SELECT DISTINCT written_on::text FROM ledger_entry WHERE kind = 'CARRIED_FORWARD'"))
                .containsExactly(world.text("SELECT (now() AT TIME ZONE 'UTC')::date::text"));
        theProofsHold();
    }

    private HikariDataSource inZone(String zone) {
        var config = new HikariConfig();
        config.setJdbcUrl(world.database().jdbcUrl());
        config.setUsername("maintenance");
        config.setPassword(world.database().password(DatabaseRole.MAINTENANCE));
        config.setMaximumPoolSize(1);
        config.setConnectionInitSql("SET timezone TO '" + zone + "'");
        return new HikariDataSource(config);
    }

    /** Whoever calls these with another day or table gets nowhere. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hold_retirement(current_date - 1, 'w', 'a')",
                "hold_retirement(NULL, 'w', 'a')",
                "retirement_obstacles(current_date)",
                "keep_retired_partition('account', current_date - 40)",
                "drop_retired_partition('pg_class', current_date - 40, 0, 'f', 0, '')",
                "drop_retired_partition('bet', current_date - 1, 0, 'f', 0, '')",
            })
    void whatIsNoPastDayOfAPartitionedTableIsRefused(String call) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> execute(DatabaseRole.MAINTENANCE, "SELECT " + call))
                .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("22023"));
    }

    @Test
    void theUpkeepDetachesButRewritesNothingAndDropsNoDayThatIsAttached() {
        for (String statement : List.of(
                "UPDATE bet SET bet_id = bet_id",
                "UPDATE ledger_entry SET available = 0",
                "DELETE FROM bet_leg",
                "TRUNCATE outbox",
                "INSERT INTO ledger_entry SELECT * FROM ledger_entry",
                "DROP TABLE " + past.partition("bet"))) {
            assertThatExceptionOfType(SQLException.class)
                    .as(statement)
                    .isThrownBy(() -> execute(DatabaseRole.MAINTENANCE, statement))
                    .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("42501"));
        }
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> execute(
                        DatabaseRole.MAINTENANCE, "SELECT keep_retired_partition('bet', '%s')".formatted(past.day())))
                .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("55000"));
    }

    private @Nullable Void execute(DatabaseRole role, String sql) throws SQLException {
        try (Connection connection = world.database().connect(role);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return null;
        }
    }
}
