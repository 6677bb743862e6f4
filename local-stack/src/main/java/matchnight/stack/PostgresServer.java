package matchnight.stack;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.stack.process.Pause;
import org.jspecify.annotations.Nullable;

/**
 * A running PostgreSQL 18 on this machine, with its superuser and its roles.
 *
 * <p>Where it runs is the subclass's business; what it holds is the same everywhere: the owner {@code migrator}, databases
 * that it owns, and the login of every role that the migrations created.
 */
public abstract class PostgresServer implements AutoCloseable {

    static final String SUPERUSER = "postgres";
    private static final long POLL_MILLIS = 20;
    private static final String TEMPLATE = "matchnight_template";

    private final Passwords passwords;
    private final AtomicInteger databases = new AtomicInteger();
    private boolean templateIsReady;

    protected PostgresServer(Passwords passwords) {
        this.passwords = passwords;
    }

    /** Starts an embedded server with fresh data, which is deleted when it is closed or when this JVM ends in any way. */
    public static PostgresServer start() {
        return EmbeddedPostgres.temporary(Map.of());
    }

    /** The same, with settings of {@code postgresql.conf} that differ from the stack's. */
    public static PostgresServer start(Map<String, String> settings) {
        return EmbeddedPostgres.temporary(settings);
    }

    public abstract int port();

    /** The postmaster's process id on this machine, or -1 where it runs in a container. */
    public abstract long pid();

    /** Ends the server and every process of it at once, as a crash of the machine's software would. The data stays. */
    public abstract void kill();

    /** Stops the server in good order. The data stays. */
    public abstract void stop();

    /** Everything that the server has logged; each line of a session names the SQLSTATE, {@code 00000} where nothing failed. */
    public abstract String log();

    /** Starts the server again with the same data, on the same port; stops it before where it runs. */
    public abstract void restart();

    @Override
    public abstract void close();

    public Passwords passwords() {
        return passwords;
    }

    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database + "?connectTimeout=5";
    }

    /** A new connection of the superuser, for set-up and for looking where no role may look. */
    public Connection connectAsSuperuser(String database) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), SUPERUSER, passwords.ofSuperuser());
    }

    public Connection connect(String database, DatabaseRole role) throws SQLException {
        return DriverManager.getConnection(jdbcUrl(database), role.roleName(), passwords.of(role));
    }

    /** Makes a database of its own for a test, with the newest schema and nothing in it. Cheap: it copies a template. */
    public TestDatabase createMigratedDatabase() {
        prepareTemplate();
        String name = "test_" + databases.incrementAndGet();
        execute("postgres", "CREATE DATABASE %s TEMPLATE %s OWNER migrator".formatted(name, TEMPLATE));
        return new TestDatabase(this, name);
    }

    /** Makes a database that {@code migrator} owns, with no schema in it. */
    public TestDatabase createEmptyDatabase() {
        createOwner();
        String name = "test_" + databases.incrementAndGet();
        createDatabase(name);
        return new TestDatabase(this, name);
    }

    private synchronized void prepareTemplate() {
        if (!templateIsReady) {
            migratedDatabase(TEMPLATE);
            templateIsReady = true;
        }
    }

    /** Brings a database to the newest schema, from nothing or from any earlier one, and lets every role log in. */
    void migratedDatabase(String name) {
        createOwner();
        createDatabase(name);
        SchemaMigration.run(jdbcUrl(name), passwords.of(DatabaseRole.MIGRATOR));
        letRolesLogIn();
    }

    void createOwner() {
        execute("postgres", """
                DO $$
                BEGIN
                    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'migrator') THEN
                        CREATE ROLE migrator LOGIN CREATEROLE;
                    END IF;
                END
                $$;
                GRANT pg_read_all_stats, pg_signal_backend TO migrator WITH ADMIN OPTION;
                """);
        setPassword(DatabaseRole.MIGRATOR);
    }

    void createDatabase(String name) {
        if (!"1".equals(queryText("postgres", "SELECT count(*) FROM pg_database WHERE datname = '" + name + "'"))) {
            execute("postgres", "CREATE DATABASE %s OWNER migrator".formatted(name));
        }
        execute(name, "CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    }

    /** Gives a login and its password to every role that the migrations have created. */
    void letRolesLogIn() {
        for (DatabaseRole role : DatabaseRole.created()) {
            String found =
                    queryText("postgres", "SELECT count(*) FROM pg_roles WHERE rolname = '" + role.roleName() + "'");
            if ("1".equals(found)) {
                setPassword(role);
            }
        }
    }

    private void setPassword(DatabaseRole role) {
        execute("postgres", "ALTER ROLE %s LOGIN PASSWORD '%s'".formatted(role.roleName(), passwords.of(role)));
    }

    /** Waits until the server answers a query. */
    protected void awaitAnswer(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!answers()) {
            requireAlive();
            if (System.nanoTime() > deadline) {
                throw new StackFailure("PostgreSQL did not answer within " + timeout.toSeconds() + " s");
            }
            Pause.millis(POLL_MILLIS);
        }
    }

    /** Refuses when the server has ended and will never answer. */
    protected void requireAlive() {}

    private boolean answers() {
        try (Connection connection = connectAsSuperuser("postgres")) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** What a container's server is told: the stack's settings but for those that the image has to choose. */
    protected static Map<String, String> settingsOfContainers() {
        return PostgresConfiguration.ofContainers();
    }

    void execute(String database, String sql) {
        try (Connection connection = connectAsSuperuser(database);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new StackFailure(
                    "PostgreSQL refused: " + sql.strip().lines().findFirst().orElse(""), e);
        }
    }

    private @Nullable String queryText(String database, String sql) {
        try (Connection connection = connectAsSuperuser(database);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        } catch (SQLException e) {
            throw new StackFailure("PostgreSQL refused: " + sql, e);
        }
    }
}
