package matchnight.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import matchnight.settlement.schedule.RepeatedWork;
import matchnight.settlement.testing.World;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.Test;

class PlacementWatchTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final BatchSize size = new BatchSize(64, 2, 64, Duration.ofMillis(10), Duration.ofMillis(50));
    private final Pace pace = new Pace(size, Duration.ofMillis(10));

    @Test
    void batchesShrinkWhileAPlacementWatchForARowAndNoLonger() throws Exception {
        try (World world = World.create();
                Connection first = world.database().connect(DatabaseRole.BET_API);
                Connection second = world.database().connect(DatabaseRole.BET_API)) {
            world.account("punter", "GBP", 10_00);
            RepeatedWork watch = new RepeatedWork(
                    "placement-watch",
                    Duration.ofMillis(250),
                    new PlacementWatch(world.worker(), pace, registry)::look,
                    registry);
            watch.start();
            await().pollDelay(Duration.ofMillis(600)).until(() -> size.bets() == 64);
            lock(first);

            Thread waiting = Thread.ofPlatform().start(() -> lock(second));

            await().atMost(Duration.ofSeconds(5)).until(() -> size.bets() < 64);
            first.rollback();
            waiting.join();
            second.rollback();
            await().atMost(Duration.ofSeconds(5)).until(() -> waiters() == 0);
            int afterwards = size.bets();
            await().pollDelay(Duration.ofMillis(600)).until(() -> size.bets() == afterwards);
            watch.stop();
        }
    }

    @Test
    void somebodyPlacesForASecondAfterTheLastStatementAndNoHealthCheckDoes() throws Exception {
        try (World world = World.create();
                Connection placing = world.database().connect(DatabaseRole.BET_API)) {
            PlacementWatch watch = new PlacementWatch(world.worker(), pace, registry);
            execute(placing, "SELECT FROM account LIMIT 1");
            watch.look();
            assertThat(isTakenForPlacing()).isTrue();

            await().atMost(Duration.ofSeconds(5)).until(() -> {
                boolean _ = placing.isValid(1);
                watch.look();
                return !isTakenForPlacing();
            });

            execute(placing, "SELECT FROM account LIMIT 1");
            watch.look();
            assertThat(isTakenForPlacing()).isTrue();
        }
    }

    // While nobody places the budget is longer: a batch between the two makes the size grow.
    private boolean isTakenForPlacing() {
        size.giveWay();
        int before = size.bets();
        size.held(Duration.ofMillis(30).toNanos(), before);
        return size.bets() < before;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private double waiters() {
        return registry.get("placement_lock_waiters").gauge().value();
    }

    // The second is ended by its role's lock_timeout if it is not let through before.
    private static void lock(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT FROM account WHERE account_id = 'punter' FOR NO KEY UPDATE");
        } catch (SQLException waitedTooLong) {
            assertThat(waitedTooLong.getSQLState()).isEqualTo("55P03");
        }
    }
}
