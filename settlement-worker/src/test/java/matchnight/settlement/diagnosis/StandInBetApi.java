package matchnight.settlement.diagnosis;

import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import matchnight.settlement.testing.World;
import matchnight.stack.DatabaseRole;
import org.jspecify.annotations.Nullable;

/**
 * Stands where bet-api stands: a real pool of its role, with its pool's size and the metrics that it shows, and a stream of short
 * transactions whose latency it measures. It publishes the outbox, too, by moving the cursor.
 */
final class StandInBetApi implements AutoCloseable {

    private static final long PACE_MILLIS = 40;
    private static final long RELAY_MILLIS = 300;

    private final World world;
    private final HikariDataSource pool;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collector = new JvmGcMetrics();
    private final Timer placements =
            Timer.builder("bet.placement").publishPercentileHistogram().register(registry);
    private final HttpServer server;
    private final Crowd stream;
    private @Nullable Crowd relay;
    private volatile long standMillis;

    StandInBetApi(World world) throws IOException {
        this.world = world;
        this.pool = pool();
        collector.bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/prometheus", exchange -> {
            byte[] page = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        stream = new Crowd(1, _ -> {
            long began = System.nanoTime();
            try {
                Thread.sleep(standMillis);
                update("steady");
            } finally {
                placements.record(System.nanoTime() - began, java.util.concurrent.TimeUnit.NANOSECONDS);
            }
            Thread.sleep(PACE_MILLIS);
        });
        startRelay();
    }

    private HikariDataSource pool() {
        HikariConfig settings = new HikariConfig();
        settings.setPoolName("placement");
        settings.setJdbcUrl(world.database().jdbcUrl());
        settings.setUsername(DatabaseRole.BET_API.roleName());
        settings.setPassword(world.database().password(DatabaseRole.BET_API));
        settings.setMaximumPoolSize(6);
        settings.setConnectionTimeout(2_000);
        settings.setMetricRegistry(registry);
        return new HikariDataSource(settings);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A connection of the pool, waited for like any other. */
    Connection connection() throws SQLException {
        return pool.getConnection();
    }

    /** One short transaction on one balance that leaves it as it is. */
    void update(String account) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("UPDATE account SET available = available WHERE account_id = ?")) {
            update.setString(1, account);
            update.executeUpdate();
        }
    }

    /** Has every placement stand so long inside this process, before it reaches for the database. */
    void standFor(long millis) {
        standMillis = millis;
    }

    void startRelay() {
        relay = new Crowd(1, _ -> {
            try (Connection connection = world.database().connect(DatabaseRole.RELAY);
                    PreparedStatement move = connection.prepareStatement("""
                            UPDATE relay_cursor
                               SET last_outbox_id = greatest(last_outbox_id, (SELECT coalesce(max(outbox_id), 0) FROM outbox)),
                                   lease_owner = 'stand-in', lease_until = clock_timestamp() + interval '2 seconds'
                            """)) {
                move.executeUpdate();
            }
            Thread.sleep(RELAY_MILLIS);
        });
    }

    void killRelay() {
        Crowd running = relay;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public void close() {
        stream.close();
        killRelay();
        server.stop(0);
        pool.close();
        collector.close();
    }
}
