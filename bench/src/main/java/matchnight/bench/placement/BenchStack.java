package matchnight.bench.placement;

import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import matchnight.bench.product.ProductException;
import matchnight.stack.DatabaseRole;
import matchnight.stack.LocalStack;
import matchnight.stack.ServiceKind;
import matchnight.stack.ServiceLaunch;
import matchnight.stack.ServiceProcess;
import matchnight.stack.StackHome;
import matchnight.stack.StackOptions;
import matchnight.stack.StackPorts;
import matchnight.stack.process.Directories;
import matchnight.stack.process.FreePorts;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL, Kafka, bet-api and, where asked for, settlement workers, in a directory and on ports of their own, and two databases on the one server: the product's
 * and one for the baselines, equal at the start.
 */
public final class BenchStack implements AutoCloseable {

    private static final String BASELINE_DATABASE = "baseline";

    private final Path root;
    private final LocalStack stack;
    private final Thread onInterrupt = new Thread(this::end, "stop-bench");
    private final List<ServiceProcess> workers = new ArrayList<>();
    private @Nullable ServiceProcess betApi;
    private boolean ended;

    private BenchStack(Path root, LocalStack stack) {
        this.root = root;
        this.stack = stack;
    }

    /** Starts PostgreSQL and Kafka; bet-api starts when the databases are filled. */
    static BenchStack start(Consumer<String> progress) {
        Path root = Directories.createScratch("matchnight-bench-");
        BenchStack started = new BenchStack(
                root,
                LocalStack.prepare(StackOptions.standard()
                        .withHome(new StackHome(root))
                        .withPorts(StackPorts.anyFree())
                        .withServices(Set.of())
                        .withProgress(progress)));
        Runtime.getRuntime().addShutdownHook(started.onInterrupt);
        try {
            started.stack.start();
            return started;
        } catch (RuntimeException failed) {
            started.close();
            throw failed;
        }
    }

    /** Copies the product's database as it is; nobody may be connected to it. */
    void copyForBaselines() throws SQLException {
        try (Connection superuser = stack.postgres().connectAsSuperuser("postgres");
                Statement statement = superuser.createStatement()) {
            statement.execute("CREATE DATABASE %s TEMPLATE %s OWNER migrator STRATEGY file_copy"
                    .formatted(BASELINE_DATABASE, LocalStack.DATABASE));
        }
    }

    /** Starts bet-api with these variables set besides the usual ones; one that runs is stopped first. */
    void startBetApi(Map<String, String> settings) {
        startBetApi(settings, stack.jdbcUrl());
    }

    /** The same, with another way to the product's database. */
    void startBetApi(Map<String, String> settings, String jdbcUrl) {
        ServiceLaunch launch = ServiceLaunch.of(
                ServiceKind.BET_API,
                ServiceKind.BET_API.jar(),
                stack.ports().betApi(),
                jdbcUrl,
                stack.postgres().passwords(),
                stack.kafka(),
                stack.tokens(),
                root.resolve("bet-api.log"));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            launch = launch.with(setting.getKey(), setting.getValue());
        }
        stopBetApi();
        offer(ServiceProcess.start(launch)).awaitReady();
    }

    /** Stops bet-api and its relay; nothing where it does not run. */
    public void stopBetApi() {
        ServiceProcess running = taken();
        if (running != null) {
            running.close();
        }
    }

    private synchronized ServiceProcess offer(ServiceProcess started) {
        if (ended) {
            started.close();
            throw new ProductException("Stopped while bet-api was starting", null);
        }
        betApi = started;
        return started;
    }

    private synchronized @Nullable ServiceProcess taken() {
        ServiceProcess running = betApi;
        betApi = null;
        return running;
    }

    private synchronized ServiceProcess running() {
        if (betApi == null) {
            throw new IllegalStateException("bet-api does not run");
        }
        return betApi;
    }

    /** Starts one more settlement worker over the product's database and returns it when it is ready. */
    public ServiceProcess startWorker() {
        int port = FreePorts.any();
        ServiceProcess worker = ServiceProcess.start(ServiceLaunch.of(
                ServiceKind.SETTLEMENT_WORKER,
                ServiceKind.SETTLEMENT_WORKER.jar(),
                port,
                stack.jdbcUrl(),
                stack.postgres().passwords(),
                stack.kafka(),
                stack.tokens(),
                root.resolve("settlement-worker-%d.log".formatted(port))));
        return offerWorker(worker).awaitReady();
    }

    private synchronized ServiceProcess offerWorker(ServiceProcess started) {
        if (ended) {
            started.close();
            throw new ProductException("Stopped while a settlement worker was starting", null);
        }
        workers.add(started);
        return started;
    }

    /** The process ids of the settlement workers that run. */
    synchronized List<Long> workerPids() {
        return workers.stream().map(ServiceProcess::pid).toList();
    }

    private synchronized List<ServiceProcess> takenWorkers() {
        List<ServiceProcess> running = List.copyOf(workers);
        workers.clear();
        return running;
    }

    public LocalStack stack() {
        return stack;
    }

    URI betApi() {
        return running().url();
    }

    /** Its process id; 0, which is no process, where it does not run. */
    synchronized long betApiPid() {
        return betApi == null ? 0 : betApi.pid();
    }

    public Connection product(DatabaseRole role) throws SQLException {
        return stack.postgres().connect(LocalStack.DATABASE, role);
    }

    Connection productAsSuperuser() throws SQLException {
        return stack.postgres().connectAsSuperuser(LocalStack.DATABASE);
    }

    public Connection baseline(DatabaseRole role) throws SQLException {
        return stack.postgres().connect(BASELINE_DATABASE, role);
    }

    public Connection baselineAsSuperuser() throws SQLException {
        return stack.postgres().connectAsSuperuser(BASELINE_DATABASE);
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException onItsWayOut) {
            // The hook runs already and does the same.
        }
    }

    private void end() {
        synchronized (this) {
            ended = true;
        }
        takenWorkers().forEach(ServiceProcess::close);
        stopBetApi();
        stack.close();
        Directories.delete(root);
    }
}
