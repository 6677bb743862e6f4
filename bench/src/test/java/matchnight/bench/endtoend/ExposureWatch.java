package matchnight.bench.endtoend;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import matchnight.stack.TestDatabase;

/**
 * Looks at a market's exposure again and again while others bet. Each look is one snapshot, in which the counters and the legs
 * of accepted bets must agree and stay within the limit.
 */
final class ExposureWatch implements AutoCloseable {

    private static final long EVERY_MILLIS = 3;

    private static final String READ_EXPOSURE = """
            SELECT selection_id, sum(liability) AS counted, sum(share) AS shares,
                   (SELECT coalesce(sum(leg.liability), 0)
                      FROM bet_leg AS leg
                     WHERE leg.market_id = counter.market_id
                       AND leg.selection_id = counter.selection_id) AS accepted
              FROM market_exposure AS counter
             WHERE market_id = ?
             GROUP BY market_id, selection_id
            """;

    private final Connection connection;
    private final String marketId;
    private final long limit;
    private final Queue<String> breaches = new ConcurrentLinkedQueue<>();
    private final Thread watcher;
    private final AtomicLong looks = new AtomicLong();
    private volatile boolean stopped;

    private ExposureWatch(Connection connection, String marketId, long limit) {
        this.connection = connection;
        this.marketId = marketId;
        this.limit = limit;
        this.watcher = Thread.ofPlatform().name("exposure-watch").daemon().unstarted(this::watch);
    }

    /** Begins to watch a market whose limit is the same for all its selections, in minor units. */
    static ExposureWatch of(TestDatabase database, String marketId, long limit) throws SQLException {
        ExposureWatch watch = new ExposureWatch(database.connectAsSuperuser(), marketId, limit);
        watch.watcher.start();
        return watch;
    }

    private void watch() {
        try (PreparedStatement statement = connection.prepareStatement(READ_EXPOSURE)) {
            statement.setString(1, marketId);
            while (!stopped) {
                look(statement);
                Thread.sleep(EVERY_MILLIS);
            }
            look(statement);
        } catch (SQLException failed) {
            breaches.add("The exposure could not be read: " + failed);
        } catch (InterruptedException interrupted) {
            breaches.add("The watch was interrupted");
        }
    }

    private void look(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                long counted = row.getLong("counted");
                long shares = row.getLong("shares");
                long accepted = row.getLong("accepted");
                if (accepted > limit || counted != accepted || shares != limit) {
                    breaches.add("%s of %s: accepted %d, counted %d, shares of %d, under a limit of %d"
                            .formatted(row.getString("selection_id"), marketId, accepted, counted, shares, limit));
                }
            }
        }
        looks.incrementAndGet();
    }

    /** Looks one last time and no more. */
    void stop() {
        stopped = true;
        try {
            watcher.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    long looks() {
        return looks.get();
    }

    List<String> breaches() {
        return List.copyOf(breaches);
    }

    @Override
    public void close() throws SQLException {
        stop();
        connection.close();
    }
}
