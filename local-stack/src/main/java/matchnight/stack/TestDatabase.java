package matchnight.stack;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import javax.sql.DataSource;

/** One database of a server, with a small pool for every role that asks. Closing it drops it. */
public final class TestDatabase implements AutoCloseable {

    private static final int POOL_SIZE = 10;
    private static final long CONNECTION_TIMEOUT_MILLIS = 5_000;

    private final PostgresServer server;
    private final String name;
    private final Map<DatabaseRole, HikariDataSource> pools = new EnumMap<>(DatabaseRole.class);

    TestDatabase(PostgresServer server, String name) {
        this.server = server;
        this.name = name;
    }

    public String name() {
        return name;
    }

    public String jdbcUrl() {
        return server.jdbcUrl(name);
    }

    public String password(DatabaseRole role) {
        return server.passwords().of(role);
    }

    public PostgresServer server() {
        return server;
    }

    /** A pool of at most ten connections of the role, the same one at every call. */
    public synchronized DataSource dataSource(DatabaseRole role) {
        return pools.computeIfAbsent(role, this::pool);
    }

    /** A new connection outside any pool. */
    public Connection connect(DatabaseRole role) throws SQLException {
        return server.connect(name, role);
    }

    public Connection connectAsSuperuser() throws SQLException {
        return server.connectAsSuperuser(name);
    }

    @Override
    public synchronized void close() {
        pools.values().forEach(HikariDataSource::close);
        pools.clear();
        server.execute("postgres", "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    private HikariDataSource pool(DatabaseRole role) {
        HikariConfig settings = new HikariConfig();
        settings.setPoolName(name + "-" + role.roleName());
        settings.setJdbcUrl(jdbcUrl());
        settings.setUsername(role.roleName());
        settings.setPassword(password(role));
        settings.setMaximumPoolSize(POOL_SIZE);
        settings.setMinimumIdle(0);
        settings.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        return new HikariDataSource(settings);
    }
}
