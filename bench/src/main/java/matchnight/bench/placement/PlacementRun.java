package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import matchnight.bench.load.ArrivalSchedule;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.Phase;
import matchnight.bench.load.Tally;
import matchnight.bench.load.WireAnswers;
import matchnight.bench.load.WireLoad;
import matchnight.bench.load.WireRequests;
import matchnight.bench.product.Metrics;
import matchnight.bench.product.ProductException;
import matchnight.bench.report.BenchReport;
import matchnight.bench.report.Check;
import matchnight.bench.report.Result;
import matchnight.bench.report.Target;
import matchnight.stack.process.Pause;

/** One run: the stack it runs on, who bets there, and what has been found so far. */
public final class PlacementRun implements AutoCloseable {

    /** In flight at saturation, one of which gives the knee. */
    static final List<Integer> SATURATING = List.of(64, 128);

    private static final double FASTER = 1.05;
    private static final int STEADY_STEPS = 2;
    private static final int OPEN_LOOP_CONNECTIONS = 256;
    private static final Duration RELAYED_WITHIN = Duration.ofSeconds(60);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 50;
    private static final long SEED = 20_260_731;

    private static final String COUNT_ROWS_BEHIND = """
            SELECT (SELECT last_value FROM outbox_id_seq) - last_outbox_id AS behind
              FROM relay_cursor
             WHERE relay = 'bet-events'
            """;

    private final BenchStack stack;
    private final BenchTimes times;
    private final Progress progress;
    private final Connection superuser;
    private final Bettors bettors;
    private final BetNumbers numbers = new BetNumbers();
    private final List<Slip> usualSlips = Slip.singles(Population.usualMarkets());
    private final List<Result> results = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private int kneeInFlight = SATURATING.getFirst();

    private PlacementRun(BenchStack stack, BenchTimes times, Progress progress, Connection superuser, Bettors bettors) {
        this.stack = stack;
        this.times = times;
        this.progress = progress;
        this.superuser = superuser;
        this.bettors = bettors;
    }

    /** What is done with a run between its preparation and its report. */
    public interface Course {
        BenchReport run(PlacementRun run) throws SQLException, IOException;
    }

    /** What is filled in besides the population, before the copy for baselines is made and bet-api starts. */
    public interface Preparation {
        void prepare(BenchStack stack, Connection owner) throws SQLException;
    }

    /** Runs the course on a stack of its own, which ends with it. */
    static BenchReport onOwnStack(BenchTimes times, Progress progress, Course course) {
        return onOwnStack(times, progress, (_, _) -> {}, course);
    }

    /** The same, with more filled in before anything runs. */
    public static BenchReport onOwnStack(BenchTimes times, Progress progress, Preparation preparation, Course course) {
        progress.say("starting PostgreSQL and Kafka");
        try (BenchStack stack = BenchStack.start(progress::say)) {
            progress.say("filling %d accounts and %d markets, starting bet-api"
                    .formatted(Population.ACCOUNTS, Population.MARKETS));
            try (PlacementRun run = prepare(stack, times, progress, preparation)) {
                return course.run(run);
            }
        } catch (SQLException | IOException broken) {
            throw new ProductException("The benchmark broke off", broken);
        }
    }

    /** Fills both databases, starts bet-api on the product's and warms it up. */
    private static PlacementRun prepare(BenchStack stack, BenchTimes times, Progress progress, Preparation preparation)
            throws SQLException, IOException {
        try (Connection owner = stack.product(matchnight.stack.DatabaseRole.MIGRATOR)) {
            Population.fill(owner);
            preparation.prepare(stack, owner);
        }
        stack.copyForBaselines();
        stack.startBetApi(Map.of());
        Connection superuser = stack.productAsSuperuser();
        try (Statement statement = superuser.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
        }
        PlacementRun run = new PlacementRun(
                stack,
                times,
                progress,
                superuser,
                Bettors.withTokens(stack.betApi(), stack.stack().tokens()));
        progress.say("warming bet-api up");
        run.warmUp(times.warmUpStepsMax());
        return run;
    }

    /** Loads bet-api until it gets no faster: a JVM is warm by what it has done, not by the clock. */
    private void warmUp(int stepsMax) throws IOException {
        double best = 0;
        int steadySteps = 0;
        for (int step = 0; step < stepsMax && steadySteps < STEADY_STEPS; step++) {
            double rate = saturate(SATURATING.getFirst(), times.warmUp()).acceptedPerSecond();
            progress.say("  warming up: %.0f bets/s".formatted(rate));
            steadySteps = rate < FASTER * best ? steadySteps + 1 : 0;
            best = Math.max(best, rate);
        }
        awaitRelay();
    }

    /** Starts bet-api anew with these variables set, and warms it up. */
    void restartBetApi(Map<String, String> settings) throws IOException {
        restartBetApi(settings, stack.stack().jdbcUrl());
    }

    /** The same, with another way to the product's database. */
    void restartBetApi(Map<String, String> settings, String jdbcUrl) throws IOException {
        stack.startBetApi(settings, jdbcUrl);
        warmUp(times.warmUpStepsMaxAgain());
    }

    public BenchStack stack() {
        return stack;
    }

    public BenchTimes times() {
        return times;
    }

    public Progress progress() {
        return progress;
    }

    Bettors bettors() {
        return bettors;
    }

    BetNumbers numbers() {
        return numbers;
    }

    List<Slip> usualSlips() {
        return usualSlips;
    }

    /** One connection for looking where no role may look. One caller at a time. */
    public Connection superuser() {
        return superuser;
    }

    /** Random bettors on random usual markets, as many in flight, each asking again at once. */
    Tally saturate(int inFlight, Phase phase) throws IOException {
        return closed(inFlight, phase, bettors.usual(), usualSlips);
    }

    Tally closed(int inFlight, Phase phase, List<Bettor> who, List<Slip> what) throws IOException {
        return closed(inFlight, phase, who, what, _ -> {});
    }

    Tally closed(int inFlight, Phase phase, List<Bettor> who, List<Slip> what, WireAnswers listener)
            throws IOException {
        return closed(inFlight, phase, new Bets(numbers, who, what), listener);
    }

    Tally closed(int inFlight, Phase phase, WireRequests requests, WireAnswers listener) throws IOException {
        Tally tally = new Tally(phase);
        WireLoad.closed(
                stack.betApi(),
                inFlight,
                phase.whole(),
                requests,
                tally.and(numbers).and(listener));
        return tally;
    }

    /** Random bettors on random usual markets, due by a Poisson schedule at the rate. */
    Tally offer(double perSecond, Phase phase) throws IOException {
        return offer(perSecond, OPEN_LOOP_CONNECTIONS, phase, bettors.usual());
    }

    Tally offer(double perSecond, int connections, Phase phase, List<Bettor> who) throws IOException {
        return offer(perSecond, connections, phase, who, usualSlips);
    }

    /** The usual bettors on these slips. */
    Tally offer(double perSecond, Phase phase, List<Slip> what) throws IOException {
        return offer(perSecond, OPEN_LOOP_CONNECTIONS, phase, bettors.usual(), what);
    }

    private Tally offer(double perSecond, int connections, Phase phase, List<Bettor> who, List<Slip> what)
            throws IOException {
        Bets bets = new Bets(numbers, who, what);
        ArrivalSchedule schedule = new ArrivalSchedule(perSecond, SEED);
        Tally tally = new Tally(phase);
        WireLoad.open(stack.betApi(), connections, schedule, phase.whole(), bets, tally.and(numbers));
        return tally;
    }

    /**
     * Random bettors on random usual markets at the rate until it is enough, {@code most} at the longest.
     *
     * @param enough asked often, by the load's thread
     * @return every answer by outcome
     */
    public Tally offerUntil(double perSecond, Duration most, BooleanSupplier enough, WireAnswers listener)
            throws IOException {
        Tally tally = new Tally(new Phase(Duration.ZERO, most));
        WireLoad.openUntil(
                stack.betApi(),
                OPEN_LOOP_CONNECTIONS,
                new ArrivalSchedule(perSecond, SEED),
                most,
                enough,
                new Bets(numbers, bettors.usual(), usualSlips),
                tally.and(numbers).and(listener));
        return tally;
    }

    /** The saturated rate as it is now: what a load in the next seconds is to be compared with. */
    public double kneeNow() throws IOException {
        double knee = saturate(kneeInFlight, times.load()).acceptedPerSecond();
        awaitRelay();
        return knee;
    }

    /** In flight where the plateau was highest. */
    int kneeInFlight() {
        return kneeInFlight;
    }

    void kneeFoundAt(int inFlight) {
        kneeInFlight = inFlight;
    }

    /** What bet-api publishes now. */
    public Metrics metrics() throws IOException {
        try (HttpClient client = new HttpClient(stack.betApi(), 1, ANSWER_LIMIT)) {
            return Metrics.read(client);
        }
    }

    DatabaseReading readDatabase() throws SQLException {
        return DatabaseReading.take(superuser);
    }

    public ProcessorReading readProcessors() {
        return ProcessorReading.take(stack);
    }

    /** Writes a checkpoint and returns when it is complete. */
    public void checkpoint() throws SQLException {
        try (Statement statement = superuser.createStatement()) {
            statement.execute("CHECKPOINT");
        }
    }

    /** How many outbox rows the relay has yet to publish. */
    public long rowsBehind() {
        try (Statement statement = superuser.createStatement();
                ResultSet row = statement.executeQuery(COUNT_ROWS_BEHIND)) {
            row.next();
            return row.getLong("behind");
        } catch (SQLException unreadable) {
            throw new IllegalStateException("The relay's place cannot be read", unreadable);
        }
    }

    /** Waits until the relay has published what the last load left, so that the next load does not pay for it. */
    public void awaitRelay() {
        long deadline = System.nanoTime() + RELAYED_WITHIN.toNanos();
        while (rowsBehind() > 0 && System.nanoTime() < deadline) {
            Pause.millis(POLL_MILLIS);
        }
    }

    public void add(String metric, double value, String unit) {
        results.add(Result.of(metric, value, unit));
    }

    public void add(String metric, double value, String unit, Target target) {
        results.add(Result.of(metric, value, unit, target));
    }

    public void addCount(String metric, long count, String unit) {
        add(metric, (double) count, unit);
    }

    public void addCount(String metric, long count, String unit, Target target) {
        add(metric, (double) count, unit, target);
    }

    public void check(String name, boolean ok, String detail) {
        add(new Check(name, ok, detail));
    }

    public void add(Check check) {
        checks.add(check);
        if (!check.ok()) {
            progress.say("CHECK FAILED  " + check.name() + ": " + check.detail());
        }
    }

    List<Result> results() {
        return List.copyOf(results);
    }

    List<Check> checks() {
        return List.copyOf(checks);
    }

    @Override
    public void close() throws SQLException {
        superuser.close();
    }
}
