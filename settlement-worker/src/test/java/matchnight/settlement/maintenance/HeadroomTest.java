package matchnight.settlement.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.health.contributor.Status;

/** Days that run out are seen before they have, and made again by the next run. */
class HeadroomTest {

    private final World world = World.create();
    private final DataSource maintenance = world.database().dataSource(DatabaseRole.MAINTENANCE);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final PartitionHeadroom headroom = new PartitionHeadroom(registry);
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @AfterEach
    void drop() {
        world.close();
    }

    private void run(boolean creates) {
        PartitionsAhead ahead = new PartitionsAhead(maintenance, headroom, registry, creates);
        double before = days("outbox");
        ahead.start();
        await().atMost(Duration.ofSeconds(60)).until(() -> creates ? days("outbox") == 14 : days("outbox") != before);
        ahead.stop();
    }

    private double days(String table) {
        return registry.get("partition_headroom_days")
                .tag("table", table)
                .gauge()
                .value();
    }

    private void dropFrom(String table, LocalDate first) throws SQLException {
        for (LocalDate day = first; !day.isAfter(today.plusDays(14)); day = day.plusDays(1)) {
            world.execute("DROP TABLE %s_%s CASCADE".formatted(table, DateTimeFormatter.BASIC_ISO_DATE.format(day)));
        }
    }

    @Test
    void withoutTodayAWriteFailsAsAnOperatorsFaultHealthIsDownAndTheNextRunMendsIt() throws Exception {
        MarketId market = world.market("m", "H");
        AccountId punter = world.account("punter", "GBP", 10_00);
        assertThat(headroom.health().getStatus()).isEqualTo(Status.UNKNOWN);
        dropFrom("outbox", today.plusDays(2));
        run(false);
        assertThat(days("outbox")).isEqualTo(1);
        assertThat(days("bet")).isEqualTo(14);
        assertThat(headroom.health().getStatus()).isEqualTo(Status.DOWN);

        for (String table : new String[] {"bet_leg", "bet_settlement", "bet"}) {
            dropFrom(table, today);
        }
        headroom.note(new DayPartitions(maintenance).headroomDays());
        assertThat(days("bet")).isEqualTo(-1);
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> world.place(Placed.single(punter, market, "H", "2.50", 1)))
                .satisfies(refused ->
                        assertThat(DatabaseTrouble.busyCause(refused)).hasValue(BusyCause.OPERATOR));

        run(true);
        run(true);

        assertThat(days("bet")).isEqualTo(14);
        assertThat(headroom.health().getStatus()).isEqualTo(Status.UP);
        world.place(Placed.single(punter, market, "H", "2.50", 1));
        assertThat(world.number(
                        "SELECT count(*) FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent AND relkind = 'p'"))
                .isEqualTo(5 * 16);
    }

    @ParameterizedTest
    @CsvSource({
        "03:00, 06:00, 03:00, true", "03:00, 06:00, 05:59, true", "03:00, 06:00, 06:00, false",
        "03:00, 06:00, 02:59, false", "23:00, 02:00, 23:30, true", "23:00, 02:00, 01:59, true",
        "23:00, 02:00, 02:00, false", "23:00, 02:00, 12:00, false", "03:00, 03:00, 03:00, false"
    })
    void quietHoursMayGoPastMidnight(LocalTime from, LocalTime until, LocalTime now, boolean quiet) {
        assertThat(new RetentionSettings(30, null, from, until, 7).isQuiet(now)).isEqualTo(quiet);
    }

    @Test
    void lessThanAWeekIsNotTakenForASetting() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RetentionSettings(6, null, LocalTime.MIN, LocalTime.MAX, 7));
    }
}
