package matchnight.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import matchnight.stack.process.Directories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole stack with stand-ins for the services, whose own tests start them for real. */
class LocalStackIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private Path jar;

    @BeforeEach
    void prepare() throws IOException {
        directory = Files.createTempDirectory("matchnight-stack-");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        jar = FakeProgram.jar(directory);
    }

    @AfterEach
    void clear() {
        Directories.delete(directory);
    }

    @Test
    void dataSurvivesDownAndUpButNotAWipe() throws Exception {
        StackOptions options = options();
        StackHome home = options.home();
        try (LocalStack stack = LocalStack.start(options)) {
            assertThat(StackStatus.of(home)).hasValueSatisfying(status -> {
                assertThat(status.isHealthy()).isTrue();
                assertThat(status.services())
                        .extracting(StackStatus.ServiceStatus::name)
                        .containsExactlyInAnyOrder("postgresql", "kafka", "bet-api", "settlement-worker");
            });
            assertThatThrownBy(() -> LocalStack.prepare(options.withPorts(StackPorts.anyFree())))
                    .isInstanceOf(StackFailure.class)
                    .hasMessageContaining("runs already");
            execute(stack, "CREATE TABLE kept (answer int)");
            execute(stack, "INSERT INTO kept VALUES (42)");
        }
        assertThat(StackStatus.of(home)).isEmpty();
        try (LocalStack stack = LocalStack.start(options)) {
            execute(stack, "INSERT INTO kept SELECT 1 / (count(*)) FROM kept");
        }
        assertThat(StackStop.run(home, true)).isEqualTo(StackStop.Outcome.NOT_RUNNING);
        assertThat(home.data()).doesNotExist();
        assertThat(home.secrets()).doesNotExist();
    }

    @Test
    void anotherInstanceIsKnownToTheStackAndStopsWithIt() {
        StackOptions options = options();
        ServiceProcess second;
        try (LocalStack stack = LocalStack.start(options)) {
            second = stack.startAnother(ServiceKind.BET_API);
            ServiceProcess third = stack.startAnother(ServiceKind.BET_API);
            assertThat(List.of(stack.betApi().url(), second.url(), third.url())).doesNotHaveDuplicates();
            assertThat(StackStatus.of(options.home())).hasValueSatisfying(status -> {
                assertThat(status.isHealthy()).isTrue();
                assertThat(status.services())
                        .extracting(StackStatus.ServiceStatus::name)
                        .contains("bet-api", "bet-api-2", "bet-api-3");
            });
        }
        assertThat(second.isAlive()).isFalse();
    }

    @Test
    void everyTakenPortIsNamedBeforeAnythingStarts() throws IOException {
        StackPorts ports = StackPorts.anyFree();
        try (ServerSocket kafka = listen(ports.kafka());
                ServerSocket worker = listen(ports.settlementWorker())) {
            assertThatThrownBy(() -> LocalStack.prepare(options().withPorts(ports)))
                    .isInstanceOf(StackFailure.class)
                    .hasMessageContaining("port " + worker.getLocalPort() + " (settlement-worker)")
                    .hasMessageContaining("port " + kafka.getLocalPort() + " (kafka)")
                    .hasMessageNotContaining("postgresql");
        }
    }

    @Test
    void aKilledOwnerTakesEverythingWithItAndTheNextStartRecovers() throws Exception {
        StackOptions options = options();
        Process owner = start(options, List.of(), ChildStack.classPath(), Map.of());
        List<ProcessHandle> children = children(options.home());
        assertThat(children).hasSize(4).allMatch(ProcessHandle::isAlive);
        owner.destroyForcibly().waitFor();
        await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        await().atMost(PATIENCE).until(() -> processesNaming(directory).isEmpty());
        LocalStack.start(options).close();
    }

    @Test
    void whenTheWatchersAreKilledAsWellTheNextStartEndsWhatIsLeft() throws Exception {
        StackOptions options = options();
        Process owner = start(options, List.of(), ChildStack.classPath(), Map.of());
        List<ProcessHandle> children = children(options.home());
        List<ProcessHandle> watchers = watchersOf(owner);
        assertThat(watchers).hasSize(4);
        watchers.forEach(ProcessHandle::destroyForcibly);
        owner.destroyForcibly().waitFor();
        assertThat(children).allMatch(ProcessHandle::isAlive);
        LocalStack.start(options).close();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void asksToEndIsStoppedInGoodOrder() throws Exception {
        StackOptions options = options();
        Process owner = start(options, List.of(), ChildStack.classPath(), Map.of());
        List<ProcessHandle> children = children(options.home());
        assertThat(StackStop.run(options.home(), false)).isEqualTo(StackStop.Outcome.STOPPED);
        assertThat(owner.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(children).noneMatch(ProcessHandle::isAlive);
        assertThat(Files.readString(options.home().log("postgresql"))).contains("database system is shut down");
    }

    @Test
    void worksForAUserWhoIsNotRoot() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "the other tests run as such a user already");
        List<String> asNobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        assumeTrue(canRun(asNobody), "setpriv cannot change the user here");
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.setAttribute(home, "unix:uid", 65_534);
        StackOptions options = options().withHome(new StackHome(home));
        Process owner = start(options, asNobody, readableClassPath(), Map.of("HOME", home.toString()));
        owner.destroy();
        assertThat(owner.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(processesNaming(directory)).isEmpty();
    }

    private StackOptions options() {
        StackOptions options = StackOptions.standard()
                .withHome(new StackHome(directory.resolve("home")))
                .withPorts(StackPorts.anyFree());
        for (ServiceKind kind : EnumSet.allOf(ServiceKind.class)) {
            options = options.withJar(kind, jar);
        }
        return options;
    }

    private Process start(StackOptions options, List<String> prefix, String classPath, Map<String, String> environment)
            throws IOException {
        Process owner = ChildStack.start(
                prefix,
                classPath,
                environment,
                options.home().root().toString(),
                Integer.toString(options.ports().base()),
                jar.toString());
        var output = owner.inputReader(StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.equals("ready")) {
                return owner;
            }
        }
        throw new AssertionError("the child's stack did not start:\n" + String.join("\n", lines));
    }

    private static List<ProcessHandle> children(StackHome home) {
        return StackRecord.read(home.record()).orElseThrow().services().stream()
                .flatMap(service -> service.process().alive().stream())
                .toList();
    }

    private static List<ProcessHandle> watchersOf(Process owner) {
        return owner.children()
                .filter(child -> child.info().commandLine().orElse("").contains("watcher-of-"))
                .toList();
    }

    private static List<ProcessHandle> processesNaming(Path path) {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(process -> process.info().commandLine().orElse("").contains(path.toString()))
                    .toList();
        }
    }

    private String readableClassPath() throws IOException {
        Path copies = Files.createDirectory(directory.resolve("class-path"));
        List<String> entries = new ArrayList<>();
        for (String entry : ChildStack.classPath().split(File.pathSeparator, -1)) {
            if (entry.endsWith(".jar")) {
                Path copy = copies.resolve(Path.of(entry).getFileName().toString());
                Files.copy(Path.of(entry), copy);
                entries.add(copy.toString());
            } else {
                entries.add(entry);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static boolean canRun(List<String> prefix) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    }

    private static void execute(LocalStack stack, String sql) throws SQLException {
        try (Connection connection = stack.postgres().connectAsSuperuser(LocalStack.DATABASE);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
