package matchnight.settlement.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Day partitions are made beside live traffic, whole, once, and for the same days in every time zone. */
class DayPartitionsTest {

    private static final List<String> PARENTS = List.of("bet", "bet_leg", "bet_settlement", "ledger_entry", "outbox");
    private static final long MIGRATED_DAYS = 16;
    private static final String COUNT_PARTITIONS =
            "SELECT count(*) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent AND relkind = 'p'";

    private final World world = World.create();
    private final DayPartitions partitions = new DayPartitions(world.database().dataSource(DatabaseRole.MAINTENANCE));
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @AfterEach
    void drop() {
        world.close();
    }

    @Test
    void readersAndWritersDoNotWaitForTheUpkeepNorItForReaders() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 1_000_00);
        world.place(Placed.single(punter, market, "H", "2.50", 1));
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newCachedThreadPool();
                Connection reader = world.database().connectAsSuperuser();
                Connection writer = world.database().connectAsSuperuser()) {
            begin(reader, "LOCK TABLE bet, bet_leg, bet_settlement, ledger_entry, outbox IN ACCESS SHARE MODE");
            begin(writer, "LOCK TABLE bet IN ROW EXCLUSIVE MODE");
            Future<Duration> slowestPlacement = threads.submit(() -> placeUntil(over, punter, market));
            Future<?> upkeep = threads.submit(call(() -> partitions.createAhead(18)));

            Thread.sleep(1_500);
            writer.rollback();
            upkeep.get();
            over.set(true);

            assertThat(world.number("SELECT min(days_ahead) FROM partition_headroom"))
                    .isEqualTo(18);
            assertThat(slowestPlacement.get()).isLessThan(Duration.ofSeconds(1));
            reader.rollback();
        }
    }

    private Duration placeUntil(AtomicBoolean over, AccountId punter, MarketId market) throws SQLException {
        Duration slowest = Duration.ZERO;
        while (!over.get()) {
            long startNanos = System.nanoTime();
            world.place(Placed.single(punter, market, "H", "2.50", 1));
            Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
            slowest = took.compareTo(slowest) > 0 ? took : slowest;
        }
        return slowest;
    }

    private static void begin(Connection connection, String lock) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(lock);
        }
    }

    @Test
    void aPartitionIsInAllButItsBoundsAsIfMadeAsAPartition() throws Exception {
        partitions.createAhead(15);
        for (String parent : PARENTS) {
            boolean byDay = parent.equals("ledger_entry") || parent.equals("outbox");
            String key = byDay ? "'%s'" : "uuidv7_lower_bound('%s')";
            world.execute(
                    "DO $$BEGIN EXECUTE format('CREATE TABLE %s_control PARTITION OF %s FOR VALUES FROM (%%L) TO (%%L)', %s, %s); END$$"
                            .formatted(
                                    parent,
                                    parent,
                                    key.formatted(today.plusDays(200)),
                                    key.formatted(today.plusDays(201))));

            assertThat(traits(name(parent, today.plusDays(15))))
                    .describedAs(parent)
                    .isNotEmpty()
                    .isEqualTo(traits(parent + "_control"));
        }
    }

    /** Columns, constraints, indexes and triggers of a table, without the names that it gave them. */
    private List<String> traits(String table) throws SQLException {
        return world.texts("""
                SELECT attname || ' ' || atttypid::regtype || ' ' || attnotnull || ' ' || attcollation
                       || coalesce(' ' || pg_get_expr(adbin, adrelid), '')
                  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
                 WHERE attrelid = '%1$s'::regclass AND attnum > 0
                 UNION ALL
                SELECT contype::text || ' ' || pg_get_constraintdef(oid) || ' ' || (conparentid <> 0) || ' ' || convalidated
                       || ' ' || conislocal || ' ' || coninhcount
                  FROM pg_constraint WHERE conrelid = '%1$s'::regclass
                 UNION ALL
                SELECT regexp_replace(pg_get_indexdef(indexrelid), '.* USING', '') || ' ' || indisunique || ' '
                       || indisprimary || ' of ' || inhparent::regclass
                  FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid WHERE indrelid = '%1$s'::regclass
                 UNION ALL
                SELECT 'trigger ' || tgfoid::regproc || ' ' || tgtype || ' ' || tgenabled::text
                  FROM pg_trigger WHERE tgrelid = '%1$s'::regclass
                 ORDER BY 1
                """.formatted(table));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Asia/Kathmandu", "Pacific/Kiritimati", "America/St_Johns"})
    void boundsAreTheSameUtcDayInEverySessionTimeZone(String zone) throws Exception {
        boundsAreTheSameUtcDay(zone, today.plusDays(20));
    }

    private void boundsAreTheSameUtcDay(String zone, LocalDate day) throws Exception {
        try (Connection connection = world.database().connect(DatabaseRole.MAINTENANCE);
                Statement statement = connection.createStatement()) {
            statement.execute("SET timezone = '" + zone + "'");
            for (String parent : PARENTS) {
                statement.execute("SELECT create_partition('%s', '%s')".formatted(parent, day));
            }
        }

        String days = "FOR VALUES FROM ('%s') TO ('%s')".formatted(day, day.plusDays(1));
        String ids = "FOR VALUES FROM ('%s') TO ('%s')".formatted(firstIdOf(day), firstIdOf(day.plusDays(1)));
        assertThat(bounds(day)).containsExactly(ids, ids, ids, days, days);
    }

    /** Days of 23 and of 25 hours by the session's clock are UTC days of 24. */
    @ParameterizedTest
    @ValueSource(strings = {"Europe/London", "America/St_Johns", "Pacific/Auckland"})
    void boundsAreUtcDaysAcrossClockChanges(String zone) throws Exception {
        ZoneOffsetTransition change = ZoneId.of(zone).getRules().nextTransition(Instant.now());
        ZoneOffsetTransition changeBack = ZoneId.of(zone).getRules().nextTransition(change.getInstant());
        for (ZoneOffsetTransition each : List.of(change, changeBack)) {
            LocalDate day = LocalDate.ofInstant(each.getInstant(), ZoneOffset.UTC);
            boundsAreTheSameUtcDay(zone, day);
            boundsAreTheSameUtcDay(zone, day.plusDays(1));
        }
    }

    private static UUID firstIdOf(LocalDate day) {
        return new UUID(day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() << 16, 0);
    }

    private List<String> bounds(LocalDate day) throws SQLException {
        List<String> bounds = new ArrayList<>();
        for (String parent : PARENTS) {
            bounds.addAll(world.texts("SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE relname = '%s'"
                    .formatted(name(parent, day))));
        }
        return bounds;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "INCLUDING ALL"})
    void whatAnInterruptedRunLeftIsFinished(String including) throws Exception {
        LocalDate day = today.plusDays(15);
        String left = name("outbox", day);
        world.execute("CREATE TABLE %s (LIKE outbox %s)".formatted(left, including));
        world.execute("ALTER TABLE %s OWNER TO migrator".formatted(left));
        world.execute("ALTER TABLE %s ADD CONSTRAINT partition_bounds CHECK (true)".formatted(left));
        world.execute(
                "INSERT INTO %s VALUES (1, '%s', 'BalanceChanged', 'a', 1, NULL, NULL, now())".formatted(left, day));

        partitions.createAhead(15);

        assertThat(world.number("SELECT count(*) FROM outbox WHERE written_on = '%s'".formatted(day)))
                .isEqualTo(1);
        assertThat(world.number("SELECT count(*) FROM pg_constraint WHERE conname = 'partition_bounds'"))
                .isZero();
        assertThat(world.number("SELECT count(*) FROM pg_index WHERE indrelid = '%s'::regclass".formatted(left)))
                .isEqualTo(1);
        assertThat(world.number(COUNT_PARTITIONS)).isEqualTo(PARENTS.size() * (MIGRATED_DAYS + 1));
    }

    @Test
    void severalAtOnceMakeEachPartitionOnce() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Callable<Void> upkeep = call(() -> partitions.createAhead(20));
            for (Future<Void> finished : threads.invokeAll(List.of(upkeep, upkeep, upkeep, upkeep))) {
                finished.get();
            }
        }
        assertThat(world.number(COUNT_PARTITIONS)).isEqualTo(PARENTS.size() * (MIGRATED_DAYS + 6));
        assertThat(partitions.headroomDays().values()).containsOnly(20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create_partition('account', current_date)",
                "create_partition('pg_class', current_date)",
                "create_partition(NULL, current_date)",
                "create_partition('bet', NULL)",
                "create_partition('bet', current_date - 3)",
                "create_partition('bet', current_date + 400)",
                "create_partitions_ahead(367)",
                "missing_partitions(-1)"
            })
    void whatIsNoDayOfAPartitionedTableIsRefused(String call) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> execute(DatabaseRole.MAINTENANCE, "SELECT " + call))
                .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("22023"));
    }

    @Test
    void onlyMaintenanceMayCreate() {
        for (DatabaseRole role : List.of(DatabaseRole.BET_API, DatabaseRole.SETTLEMENT_WORKER, DatabaseRole.READER)) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> execute(role, "SELECT create_partition('bet', current_date)"))
                    .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("42501"));
        }
    }

    private void execute(DatabaseRole role, String sql) throws SQLException {
        try (Connection connection = world.database().connect(role);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static Callable<Void> call(Step step) {
        return () -> {
            step.run();
            return null;
        };
    }

    private static String name(String parent, LocalDate day) {
        return parent + "_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
    }
}
