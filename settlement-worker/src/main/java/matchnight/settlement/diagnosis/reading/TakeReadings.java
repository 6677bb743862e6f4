package matchnight.settlement.diagnosis.reading;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import matchnight.settlement.diagnosis.Readings;
import matchnight.settlement.diagnosis.Readings.Absence;
import matchnight.settlement.diagnosis.Readings.Backlog;
import matchnight.settlement.diagnosis.Readings.PoolerPool;
import matchnight.settlement.diagnosis.Readings.Statement;
import matchnight.settlement.ops.BetApis;
import org.jspecify.annotations.Nullable;

/**
 * Takes readings of the running system, for as long as its samples last. What cannot be read is left out with a word; the rest is
 * read all the same.
 */
public final class TakeReadings {

    /** Of the samples, how many pass between two looks at the services' metrics. */
    private static final int SAMPLES_A_SCRAPE = 3;

    private final DataSource observer;
    private final DataSource reader;
    private final PrometheusMeterRegistry registry;
    private final BetApis betApis;
    private final Rebalances rebalances;
    private final BooleanSupplier brokerUp;
    private final ReadingSettings settings;
    private final Clock clock;

    /**
     * Reads nothing yet.
     *
     * @param observer connections of a role that sees others' sessions and that no traffic goes by, so that they are there when
     *     the traffic's own are not
     * @param reader connections of a role that reads the product's tables
     */
    public TakeReadings(
            DataSource observer,
            DataSource reader,
            PrometheusMeterRegistry registry,
            BetApis betApis,
            Rebalances rebalances,
            BooleanSupplier brokerUp,
            ReadingSettings settings,
            Clock clock) {
        this.observer = observer;
        this.reader = reader;
        this.registry = registry;
        this.betApis = betApis;
        this.rebalances = rebalances;
        this.brokerUp = brokerUp;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Takes one look.
     *
     * @throws InterruptedException when the service stops
     */
    public Readings take() throws InterruptedException {
        return new Look().take();
    }

    /** Reads one thing. */
    @FunctionalInterface
    private interface Read<T extends @Nullable Object> {
        T read(Connection connection) throws SQLException;
    }

    /** One look, with what it has gathered so far. */
    private final class Look {

        private final List<Absence> absent = new ArrayList<>();
        private final SessionSamples sessions = new SessionSamples();
        private final BlockerRounds blockers = new BlockerRounds();
        private final TableUpkeep tables = new TableUpkeep();
        private final StatementTimes statements = new StatementTimes();
        private final Paths paths = new Paths();
        private final ServiceMetrics metrics = new ServiceMetrics(registry, betApis);
        private final Instant takenAt = clock.instant();

        Readings take() throws InterruptedException {
            boolean readsPaths = isRead(through(reader, "backlog", paths::begin));
            try (Connection connection = observer.getConnection()) {
                return take(connection, readsPaths);
            } catch (SQLException unavailable) {
                return withoutDatabase(unavailable);
            }
        }

        private Readings take(Connection connection, boolean readsPaths) throws InterruptedException {
            long beganNanos = System.nanoTime();
            boolean readsTables = isRead(read(connection, "tables", tables::begin));
            boolean readsStatements = isRead(read(connection, "statements", statements::begin));
            boolean samples = sample(connection);
            double seconds = Math.max(0.05, (System.nanoTime() - beganNanos) / 1e9);
            if (!metrics.isWholePicture()) {
                absent.add(new Absence("placement", "a bet-api does not answer; its pools are left out too"));
            }
            return new Readings(
                    takenAt,
                    Math.round(100 * seconds) / 100.0,
                    samples ? read(connection, "sessions", open -> sessions.toSessions(open, settings.cores())) : null,
                    samples ? blockers.toBlocking() : null,
                    samples ? blockers.exclusiveLocks() : null,
                    read(connection, "transactions", ServerState::transactions),
                    readsTables ? read(connection, "tables", tables::end) : null,
                    read(connection, "slots", ServerState::slots),
                    read(connection, "standbys", ServerState::standbys),
                    readsStatements ? statements(connection) : null,
                    read(connection, "unusedIndexes", ServerState::unusedIndexes),
                    metrics.pools(),
                    pooler(),
                    metrics.placement(seconds),
                    readsPaths ? backlog(seconds) : null,
                    through(reader, "outbox", open -> Paths.outbox(open, brokerUp.getAsBoolean())),
                    absent);
        }

        // Metrics first: they are read at the span's two ends, and a few times in between for the gauges.
        private boolean sample(Connection connection) throws InterruptedException {
            boolean all = true;
            for (int sample = 0; sample < settings.samples() && all; sample++) {
                if (sample % SAMPLES_A_SCRAPE == 0) {
                    metrics.look();
                }
                all = isRead(read(connection, "sessions", this::sampleOnce));
                Thread.sleep(settings.sampleInterval());
            }
            metrics.look();
            return all;
        }

        private boolean sampleOnce(Connection connection) throws SQLException {
            if (sessions.take(connection)) {
                blockers.ask(connection);
            }
            return true;
        }

        private @Nullable List<Statement> statements(Connection connection) {
            List<Statement> counted = read(connection, "statements", statements::end);
            if (counted == null) {
                return null;
            }
            List<Statement> explained =
                    through(reader, "plans", open -> GenericPlans.explain(open, counted, statements::text));
            return explained == null ? counted : explained;
        }

        private @Nullable Backlog backlog(double seconds) {
            double ageSeconds = metrics.backlogAgeSeconds();
            boolean countsBets = ageSeconds >= settings.thresholds().backlogSeconds();
            return through(
                    reader,
                    "backlog",
                    open -> paths.backlog(
                            open,
                            ageSeconds,
                            seconds,
                            metrics.settledByThisWorker(),
                            rebalances.inTheLastMinutes(),
                            countsBets));
        }

        private @Nullable List<PoolerPool> pooler() {
            ReadingSettings.Pooler pooler = settings.pooler();
            if (pooler.url().isBlank()) {
                return null;
            }
            try {
                return new PoolerConsole(pooler.url(), pooler.user(), pooler.password()).pools();
            } catch (SQLException unavailable) {
                absent.add(new Absence("pooler", why(unavailable)));
                return null;
            }
        }

        // Nothing is known but what the services say of themselves.
        private Readings withoutDatabase(SQLException unavailable) {
            absent.add(new Absence("database", why(unavailable)));
            metrics.look();
            return new Readings(
                    takenAt,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    metrics.pools(),
                    pooler(),
                    null,
                    null,
                    null,
                    absent);
        }

        private <T extends @Nullable Object> @Nullable T through(DataSource pool, String reading, Read<T> read) {
            try (Connection connection = pool.getConnection()) {
                return read.read(connection);
            } catch (SQLException unavailable) {
                absent.add(new Absence(reading, why(unavailable)));
                return null;
            }
        }

        private <T> @Nullable T read(Connection connection, String reading, Read<T> read) {
            try {
                return read.read(connection);
            } catch (SQLException unavailable) {
                absent.add(new Absence(reading, why(unavailable)));
                return null;
            }
        }
    }

    private static boolean isRead(@Nullable Boolean done) {
        return done != null && done;
    }

    // The text of the server's message may repeat what somebody wrote; its state says enough.
    private static String why(SQLException unavailable) {
        String state = unavailable.getSQLState();
        return switch (state == null ? "" : state) {
            case "42P01", "42883" -> "the extension is not installed";
            case "55000" -> "the extension is not in shared_preload_libraries";
            case "42501" -> "the role may not read it";
            case "57014" -> "it took too long";
            default -> "it cannot be read (SQLSTATE " + state + ")";
        };
    }
}
