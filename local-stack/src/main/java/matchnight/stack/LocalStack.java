package matchnight.stack;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import matchnight.stack.StackRecord.RecordedPart;
import matchnight.stack.StackRecord.RecordedProcess;
import matchnight.stack.process.FreePorts;
import matchnight.stack.process.GuardedProcess;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL, Kafka and both services of one home, started in the order that they need and stopped in the opposite one.
 *
 * <p>{@link #start()} may be interrupted by {@link #close()} from another thread, as Ctrl-C does: what has been started until
 * then is stopped, and nothing more is started.
 */
public final class LocalStack implements AutoCloseable {

    public static final String DATABASE = "matchnight";

    private final StackOptions options;
    private final StackLock lock;
    private final Passwords passwords;
    private final TokenIssuer tokens;
    private final EmbeddedPostgres postgres;
    private final EmbeddedKafka kafka;
    private final Map<ServiceKind, ServiceProcess> services = new EnumMap<>(ServiceKind.class);
    private final Map<ServiceKind, Integer> instances = new EnumMap<>(ServiceKind.class);
    private final Deque<Runnable> stops = new ArrayDeque<>();
    private final long begunNanos = System.nanoTime();
    private volatile @Nullable PgBouncerServer pooler;
    private StackRecord record;
    private boolean closed;

    private LocalStack(StackOptions options, StackLock lock) {
        this.options = options;
        this.lock = lock;
        StackHome home = options.home();
        this.passwords = Passwords.in(home.passwords());
        this.tokens = TokenIssuer.in(home.secrets());
        this.postgres = EmbeddedPostgres.in(home, options.ports().postgres(), passwords);
        this.kafka = EmbeddedKafka.in(home, options.ports());
        this.record = new StackRecord(
                RecordedProcess.of(ProcessHandle.current()),
                false,
                options.ports().base(),
                List.of());
    }

    /**
     * Takes the home's lock, ends what a killed stack may have left, and makes sure that every port is free. Starts nothing.
     *
     * @throws StackFailure when a stack runs already or a port is taken; the message names which
     */
    public static LocalStack prepare(StackOptions options) {
        StackHome home = options.home().create();
        StackLock lock = StackLock.tryAcquire(home.lock())
                .orElseThrow(() -> new StackFailure("a stack runs already in " + home.root()));
        try {
            Leftovers.end(home);
            options.ports().requireFree();
            return new LocalStack(options, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Prepares and starts a stack; one that cannot start is stopped again. */
    public static LocalStack start(StackOptions options) {
        LocalStack stack = prepare(options);
        try {
            stack.start();
            return stack;
        } catch (RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** Starts everything and returns when it is ready. */
    public void start() {
        save(record);
        try (ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Void> broker = CompletableFuture.runAsync(this::startKafka, background);
            CompletableFuture<Void> schema = CompletableFuture.runAsync(this::startPostgres, background);
            List<CompletableFuture<Void>> parts = new ArrayList<>(List.of(broker, schema));
            for (ServiceKind kind : options.services()) {
                parts.add(schema.thenRunAsync(() -> startService(kind, broker), background));
            }
            awaitAll(parts);
        }
        markReady();
    }

    public PostgresServer postgres() {
        return postgres;
    }

    public KafkaServer kafka() {
        return kafka;
    }

    public TokenIssuer tokens() {
        return tokens;
    }

    public StackPorts ports() {
        return options.ports();
    }

    /** Where the database is reached: through the pooler where there is one. */
    public String jdbcUrl() {
        PgBouncerServer running = pooler;
        return running == null ? postgres.jdbcUrl(DATABASE) : running.jdbcUrl(DATABASE);
    }

    /** A new connection, made as the services make theirs. */
    public Connection connect(DatabaseRole role) throws SQLException {
        PgBouncerServer running = pooler;
        return running == null ? postgres.connect(DATABASE, role) : running.connect(DATABASE, role);
    }

    /** What stands in front of PostgreSQL, if anything does. */
    public Optional<PgBouncerServer> pooler() {
        return Optional.ofNullable(pooler);
    }

    public ServiceProcess betApi() {
        return service(ServiceKind.BET_API);
    }

    public ServiceProcess settlementWorker() {
        return service(ServiceKind.SETTLEMENT_WORKER);
    }

    /**
     * Starts one more instance of a service over the same database and broker, on any free port, and returns it when it is
     * ready. It stops with the stack.
     */
    public ServiceProcess startAnother(ServiceKind kind) {
        String name = nameOfAnother(kind);
        ServiceProcess service = ServiceProcess.create(launch(kind, FreePorts.any(), name));
        startNoted(name, service);
        service.awaitReady();
        report(name, service.url().toString());
        return service;
    }

    public synchronized ServiceProcess service(ServiceKind kind) {
        ServiceProcess service = services.get(kind);
        if (service == null) {
            throw new IllegalStateException(kind.label() + " is not part of this stack");
        }
        return service;
    }

    /** Stops everything in the opposite order of its start. The data stays. */
    @Override
    public void close() {
        for (Runnable stop : stopsInOrder()) {
            stop.run();
        }
        if (lock.isHeld()) {
            StackRecord.forget(options.home().record());
            lock.close();
        }
    }

    private void startPostgres() {
        String url = postgres.jdbcUrl(DATABASE);
        postgres.whenStarted(process -> note("postgresql", url, process));
        starting(postgres::close, postgres::restart);
        postgres.migratedDatabase(DATABASE);
        report("postgresql", url);
        PgBouncerProgram program = options.pooler();
        if (program != null) {
            startPooler(program);
        }
    }

    private void startPooler(PgBouncerProgram program) {
        starting(this::closePooler, () -> {
            PgBouncerServer started = PgBouncerServer.start(program, postgres, Map.of());
            pooler = started;
            note("pgbouncer", started.jdbcUrl(DATABASE), started.process());
        });
        report("pgbouncer " + program.version(), jdbcUrl());
    }

    private void closePooler() {
        PgBouncerServer started = pooler;
        if (started != null) {
            started.close();
        }
    }

    private void startKafka() {
        kafka.whenStarted(process -> note("kafka", kafka.bootstrapServers(), process));
        starting(kafka::close, kafka::restart);
        kafka.createTopics();
        report("kafka", kafka.bootstrapServers());
    }

    // A service's JVM starts while the broker still does: until it is ready it needs the database alone.
    private void startService(ServiceKind kind, CompletableFuture<Void> broker) {
        ServiceProcess service = ServiceProcess.create(launch(kind, kind.port(options.ports()), kind.label()));
        startNoted(kind.label(), service);
        offer(kind, service);
        broker.join();
        service.awaitReady();
        report(kind.label(), service.url().toString());
    }

    private void startNoted(String name, ServiceProcess service) {
        String url = service.url().toString();
        service.whenStarted(process -> note(name, url, process));
        starting(service::close, service::restart);
    }

    private ServiceLaunch launch(ServiceKind kind, int port, String name) {
        Path program = options.jar(kind);
        ServiceLaunch launch = ServiceLaunch.of(
                        kind,
                        program,
                        port,
                        jdbcUrl(),
                        passwords,
                        kafka,
                        tokens,
                        options.home().log(name))
                // What the worker's console looks at.
                .with(
                        "MATCHNIGHT_OPS_BET_API_URLS",
                        "http://127.0.0.1:" + options.ports().betApi())
                .withJvmOptions(AotCache.options(program).toArray(String[]::new));
        PgBouncerProgram inFront = options.pooler();
        return inFront == null ? launch : inFront.told(launch);
    }

    // The second instance is bet-api-2.
    private synchronized String nameOfAnother(ServiceKind kind) {
        return kind.label() + "-" + instances.merge(kind, 2, (highest, _) -> highest + 1);
    }

    private synchronized void offer(ServiceKind kind, ServiceProcess service) {
        services.put(kind, service);
    }

    // Known to close() before it starts; and when close() came in between, started is at once stopped.
    private void starting(Runnable stop, Runnable start) {
        synchronized (this) {
            requireOpen();
            stops.push(stop);
        }
        start.run();
        synchronized (this) {
            if (!closed) {
                return;
            }
        }
        stop.run();
        requireOpen();
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new StackFailure("stopped while starting");
        }
    }

    private synchronized List<Runnable> stopsInOrder() {
        closed = true;
        List<Runnable> all = List.copyOf(stops);
        stops.clear();
        return all;
    }

    private synchronized void note(String name, String url, GuardedProcess process) {
        save(record.with(new RecordedPart(name, url, RecordedProcess.of(process.handle()))));
    }

    private synchronized void markReady() {
        save(record.asReady());
    }

    private synchronized void save(StackRecord changed) {
        record = changed;
        if (lock.isHeld()) {
            record.write(options.home().record());
        }
    }

    private void report(String name, String where) {
        double seconds = Duration.ofNanos(System.nanoTime() - begunNanos).toMillis() / 1000.0;
        options.progress().accept(String.format(Locale.ROOT, "  %-18s ready after %4.1f s   %s", name, seconds, where));
    }

    // The first part that fails ends the others, which could only make its starter wait.
    private void awaitAll(List<CompletableFuture<Void>> parts) {
        CompletableFuture<Void> whole = CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new));
        for (CompletableFuture<Void> part : parts) {
            var _ = part.exceptionally(failure -> {
                whole.completeExceptionally(failure);
                return null;
            });
        }
        try {
            whole.join();
        } catch (CompletionException e) {
            close();
            throw e.getCause() instanceof StackFailure failure
                    ? failure
                    : new StackFailure("cannot start the stack", e);
        }
    }
}
