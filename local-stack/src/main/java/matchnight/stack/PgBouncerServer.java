package matchnight.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import matchnight.stack.process.Directories;
import matchnight.stack.process.FreePorts;
import matchnight.stack.process.GuardedLaunch;
import matchnight.stack.process.GuardedProcess;
import matchnight.stack.process.Pause;
import matchnight.stack.process.PrivateFile;

/**
 * A PgBouncer in transaction mode in front of a PostgreSQL of this machine: a process of its own, with the settings that
 * {@code ops/pgbouncer} ships and the roles' own logins.
 *
 * <p>The program is the machine's; {@link PgBouncerProgram} finds it.
 */
public final class PgBouncerServer implements AutoCloseable {

    private static final Pattern TO_SERVER = Pattern.compile("new connection to server \\(from [^ ]*:(\\d+)\\)");

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 20;
    private static final UnprivilegedUser USER = UnprivilegedUser.current();

    private final PostgresServer server;
    private final Path directory;
    private final Path log;
    private final int port;
    private final GuardedProcess process;

    private PgBouncerServer(PostgresServer server, Path directory, Path log, int port, GuardedProcess process) {
        this.server = server;
        this.directory = directory;
        this.log = log;
        this.port = port;
        this.process = process;
    }

    /**
     * Starts a pooler in front of the server, and returns it when it passes a login on.
     *
     * @param changes settings of its section {@code [pgbouncer]} that differ from the shipped ones
     */
    public static PgBouncerServer start(PgBouncerProgram program, PostgresServer server, Map<String, String> changes) {
        Path scratch = Directories.createScratch("matchnight-pgbouncer-");
        USER.letThrough(scratch);
        Path directory = scratch.resolve("pooler");
        USER.createDirectory(directory);
        int port = FreePorts.any();
        Path log = scratch.resolve("pgbouncer.log");
        Path settings = writeSettings(directory, program, server, port, changes);
        GuardedProcess process = GuardedProcess.start(new GuardedLaunch(
                "pgbouncer",
                USER.command(List.of(program.path().toString(), settings.toString())),
                Map.of("TZ", "UTC"),
                log,
                "INT",
                STOP_TIMEOUT,
                scratch));
        PgBouncerServer pooler = new PgBouncerServer(server, scratch, log, port, process);
        try {
            pooler.awaitLogin();
            return pooler;
        } catch (RuntimeException e) {
            pooler.close();
            throw e;
        }
    }

    private static Path writeSettings(
            Path directory, PgBouncerProgram program, PostgresServer server, int port, Map<String, String> changes) {
        Path users = directory.resolve("userlist.txt");
        writePrivate(users, userlist(server.passwords()));
        Map<String, String> own = new LinkedHashMap<>(Map.of(
                "*", "host=127.0.0.1 port=" + server.port(),
                "listen_port", Integer.toString(port),
                "auth_file", users.toString()));
        own.putAll(changes);
        Path settings = directory.resolve("pgbouncer.ini");
        writePrivate(settings, changed(shippedSettings(program), own));
        return settings;
    }

    // A section that is begun twice loses what it said first: the shipped lines themselves are changed, and what they
    // lack
    // is added to the last section, PgBouncer's own.
    private static String changed(List<String> shipped, Map<String, String> changes) {
        Map<String, String> lacking = new LinkedHashMap<>(changes);
        List<String> lines = new ArrayList<>();
        for (String line : shipped) {
            String name = line.split("=", 2)[0].strip();
            String value = lacking.remove(name);
            lines.add(value == null ? line : name + " = " + value);
        }
        lacking.forEach((name, value) -> lines.add(name + " = " + value));
        return String.join("\n", lines) + "\n";
    }

    private static void writePrivate(Path file, String content) {
        PrivateFile.write(file, content);
        USER.give(file);
    }

    private static List<String> shippedSettings(PgBouncerProgram program) {
        try {
            return Files.readAllLines(
                    ProjectRoot.find().resolve("ops/pgbouncer").resolve(program.settingsFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String userlist(Passwords passwords) {
        StringBuilder users = new StringBuilder();
        for (DatabaseRole role : DatabaseRole.created()) {
            users.append("\"%s\" \"%s\"%n".formatted(role.roleName(), passwords.of(role)));
        }
        return users.toString();
    }

    /** The same database by way of the pooler. */
    public String jdbcUrl(TestDatabase database) {
        return jdbcUrl(database.name());
    }

    String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?connectTimeout=5";
    }

    GuardedProcess process() {
        return process;
    }

    /** This machine's ports that it has ever reached the server from, as its log tells. */
    public Set<Integer> serverPorts() {
        return TO_SERVER
                .matcher(log())
                .results()
                .map(connection -> Integer.valueOf(connection.group(1)))
                .collect(Collectors.toSet());
    }

    /** A new client of the pooler that prepares nothing on the server, whatever the pooler would keep. */
    public Connection connect(TestDatabase database, DatabaseRole role) throws SQLException {
        return connect(database.name(), role);
    }

    Connection connect(String database, DatabaseRole role) throws SQLException {
        return DriverManager.getConnection(
                jdbcUrl(database) + "&prepareThreshold=0",
                role.roleName(),
                server.passwords().of(role));
    }

    /** Everything that it has logged. */
    public String log() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitLogin() {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!passesALoginOn()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new StackFailure("PgBouncer did not come up:\n" + process.logTail(20));
            }
            Pause.millis(POLL_MILLIS);
        }
    }

    private boolean passesALoginOn() {
        DatabaseRole role = DatabaseRole.READER;
        try (Connection connection = DriverManager.getConnection(
                jdbcUrl("postgres"), role.roleName(), server.passwords().of(role))) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.close();
        Directories.delete(directory);
    }
}
