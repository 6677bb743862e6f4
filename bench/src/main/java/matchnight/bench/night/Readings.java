package matchnight.bench.night;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import matchnight.bench.load.HttpClient;
import matchnight.bench.product.Metrics;
import matchnight.bench.product.Product;
import matchnight.stack.DatabaseRole;

/**
 * What is read from outside while the night runs, by second: the age of the settlement backlog, from the worker's metrics, and how
 * many sessions wait for a lock, from {@code pg_stat_activity}. The highest of a few looks a second.
 */
final class Readings implements AutoCloseable {

    private static final long EVERY_MILLIS = 250;

    // Each look is a transaction of its own, since the view is read once a transaction and then kept.
    private static final String COUNT_LOCK_WAITERS = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'
            """;

    /** One second's highest readings, or a gap: a second in which nobody looked. */
    record Reading(double backlogAgeSeconds, int lockWaiters, boolean isGap) {

        private static final Reading GAP = new Reading(0, 0, true);

        Reading orHigher(Reading other) {
            return new Reading(
                    Math.max(backlogAgeSeconds, other.backlogAgeSeconds),
                    Math.max(lockWaiters, other.lockWaiters),
                    isGap && other.isGap);
        }
    }

    private final HttpClient worker;
    private final Connection database;
    private final long startNanos;
    private final Thread looker;
    private final List<Reading> bySecond = new ArrayList<>();
    private int unanswered;
    private volatile boolean stopped;

    private Readings(HttpClient worker, Connection database, long startNanos) {
        this.worker = worker;
        this.database = database;
        this.startNanos = startNanos;
        this.looker = Thread.ofPlatform().name("readings").daemon().unstarted(this::look);
    }

    static Readings start(Stage stage, long startNanos) throws SQLException {
        Product product = stage.product();
        Readings readings =
                new Readings(stage.worker(), product.database().connect(DatabaseRole.MAINTENANCE), startNanos);
        readings.looker.start();
        return readings;
    }

    private void look() {
        while (!stopped) {
            try {
                add(new Reading(backlogAge(), lockWaiters(), false));
                Thread.sleep(EVERY_MILLIS);
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    private double backlogAge() {
        try {
            OptionalDouble age = Metrics.read(worker).highest("settlement_backlog_age_seconds");
            return age.isPresent() ? age.getAsDouble() : unread();
        } catch (IOException noAnswer) {
            return unread();
        }
    }

    private int lockWaiters() {
        try (PreparedStatement statement = database.prepareStatement(COUNT_LOCK_WAITERS);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        } catch (SQLException noAnswer) {
            return (int) unread();
        }
    }

    private synchronized double unread() {
        unanswered++;
        return 0;
    }

    private synchronized void add(Reading reading) {
        int second = (int) Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
        while (bySecond.size() < second) {
            bySecond.add(Reading.GAP);
            unanswered++;
        }
        if (bySecond.size() == second) {
            bySecond.add(reading);
        }
        bySecond.set(second, bySecond.get(second).orHigher(reading));
    }

    /** What was seen in a second of the night; a gap where nobody looked. */
    synchronized Reading at(int second) {
        return second < bySecond.size() ? bySecond.get(second) : Reading.GAP;
    }

    synchronized Reading latest() {
        return bySecond.isEmpty() ? Reading.GAP : bySecond.getLast();
    }

    synchronized double highestBacklogAgeSeconds() {
        return bySecond.stream().mapToDouble(Reading::backlogAgeSeconds).max().orElse(0);
    }

    /** How many looks got no answer, and how many seconds no look: a dashboard that cannot see must not look calm. */
    synchronized int unansweredCount() {
        return unanswered;
    }

    @Override
    public void close() throws SQLException {
        stopped = true;
        looker.interrupt();
        try {
            looker.join(Duration.ofSeconds(5));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        database.close();
    }
}
