package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.night.GateProof;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Betting;
import matchnight.bench.product.GateChange;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two hundred suspends and as many openings in the middle of a stream of bets: half of them of one market, half of an event with
 * 300 markets, asked of one instance while bets go through all of them.
 */
class TwoHundredSuspendsIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final int SUSPENDS_OF_EACH = 100;
    private static final int MARKETS_OF_EVENT = 300;
    private static final int BETTORS = 10;
    private static final Duration SHUT_TIME = Duration.ofMillis(10);
    private static final Duration OPEN_TIME = Duration.ofMillis(30);

    private static final String COUNT_DEADLOCKS =
            "SELECT sum(deadlocks) FROM pg_stat_database WHERE datname = current_database()";

    private static final long SEED = Seed.printed(TwoHundredSuspendsIT.class);
    private static final AtomicLong KEYS = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private static BetApiInstance second;

    @SuppressWarnings("NullAway.Init")
    private static List<String> accounts;

    private final Queue<BetOutcome> outcomes = new ConcurrentLinkedQueue<>();
    private final Queue<GateChange> changes = new ConcurrentLinkedQueue<>();
    private final Map<String, String> eventByMarket = new HashMap<>();
    private final AtomicBoolean isOver = new AtomicBoolean();

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        second = running.startAnotherBetApi();
        accounts = running.openAccounts("suspends", 50, Money.parse("100000", GBP));
    }

    @AfterAll
    static void stop() {
        if (second != null) {
            second.close();
        }
    }

    @ParameterizedTest(name = "through {0} instances")
    @ValueSource(ints = {1, 2})
    void nothingSentAfterASuspendHadAnsweredIsAccepted(int instanceCount) throws Exception {
        List<BetApiInstance> instances = List.of(running.instance(), second).subList(0, instanceCount);
        String single = "suspended-" + instanceCount;
        String event = "suspended-event-" + instanceCount;
        List<String> ofEvent = putUp(single, event);
        long deadlocksBefore = running.count(COUNT_DEADLOCKS);
        ServerLog log = ServerLog.fromNowOn(running.database.server()::log);

        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> bettors = new ArrayList<>();
            for (int bettor = 0; bettor < BETTORS; bettor++) {
                Random random = new Random(SEED + bettor);
                bettors.add(people.submit(() -> betAsFastAsAnswered(instances, single, ofEvent, random)));
            }
            Random ofDesk = new Random(SEED - 1);
            Future<Boolean> byMarket = people.submit(cycle(
                    instances,
                    single + "~event",
                    () -> single,
                    desk -> desk.trading.suspendMarket(single),
                    desk -> desk.trading.openMarket(single)));
            Future<Boolean> byEvent = people.submit(cycle(
                    instances,
                    event,
                    () -> ofEvent.get(ofDesk.nextInt(ofEvent.size())),
                    desk -> desk.trading.suspendEvent(event),
                    desk -> desk.trading.openEvent(event)));
            try {
                byMarket.get();
                byEvent.get();
            } finally {
                isOver.set(true);
            }
            for (Future<?> bettor : bettors) {
                bettor.get();
            }
        }

        Finding finding = new GateProof(List.copyOf(changes)).byTheBettorsClock(List.copyOf(outcomes), eventByMarket);
        report("market", instanceCount, single);
        report("event of " + MARKETS_OF_EVENT + " markets", instanceCount, event);
        assertThat(finding.ok()).as(finding.detail()).isTrue();
        assertThat(outcomes)
                .allMatch(outcome -> outcome.isAccepted() || outcome.code().equals("MARKET_NOT_OPEN"));
        assertThat(outcomes).filteredOn(BetOutcome::isAccepted).hasSizeGreaterThan(100);
        assertThat(outcomes).filteredOn(outcome -> !outcome.isAccepted()).hasSizeGreaterThan(2 * SUSPENDS_OF_EACH);
        assertThat(log.linesWith("deadlock detected", " 40P01 ")).isEmpty();
        // A session tells the shared counters about once a second.
        await().during(Duration.ofMillis(1_500))
                .atMost(Duration.ofSeconds(5))
                .until(() -> running.count(COUNT_DEADLOCKS) == deadlocksBefore);
        assertThat(running.broken()).isEmpty();
    }

    // A closed loop: whatever else the machine does, what is sent is answered, and the gates are what is tested.
    private void betAsFastAsAnswered(
            List<BetApiInstance> instances, String single, List<String> ofEvent, Random random) {
        while (!isOver.get()) {
            String marketId = random.nextBoolean() ? single : ofEvent.get(random.nextInt(ofEvent.size()));
            place(instances.get(random.nextInt(instances.size())).betting, marketId);
        }
    }

    private List<String> putUp(String single, String event) throws Exception {
        Map<String, String> prices = Map.of("H", "2.50", "A", "2.50");
        running.putUpMarket(single, single + "~event", GBP, prices);
        eventByMarket.put(single, single + "~event");
        List<String> ofEvent = new ArrayList<>();
        List<Future<?>> puts = new ArrayList<>();
        try (ExecutorService desks =
                Executors.newFixedThreadPool(4, Thread.ofVirtual().factory())) {
            for (int number = 1; number <= MARKETS_OF_EVENT; number++) {
                String marketId = event + "-" + number;
                ofEvent.add(marketId);
                eventByMarket.put(marketId, event);
                puts.add(desks.submit(() -> running.putUpMarket(marketId, event, GBP, prices)));
            }
        }
        for (Future<?> put : puts) {
            put.get();
        }
        return ofEvent;
    }

    /** Suspends through one instance after the other, bets through all of them at once on what is shut, and opens again. */
    private Callable<Boolean> cycle(
            List<BetApiInstance> instances,
            String eventId,
            Supplier<String> market,
            Function<BetApiInstance, GateChange> suspend,
            Function<BetApiInstance, GateChange> open) {
        return () -> {
            try (StoredBets stored = StoredBets.of(running.database, eventId)) {
                for (int turn = 0; turn < SUSPENDS_OF_EACH; turn++) {
                    BetApiInstance desk = instances.get(turn % instances.size());
                    BetApiInstance otherDesk = instances.get((turn + 1) % instances.size());
                    changes.add(suspend.apply(desk));
                    long atAnswer = stored.count();
                    for (BetApiInstance instance : instances) {
                        BetOutcome outcome = place(instance.betting, market.get());
                        assertThat(outcome.code())
                                .as("%s after suspend %d had answered", outcome.request(), turn)
                                .isEqualTo("MARKET_NOT_OPEN");
                    }
                    Thread.sleep(SHUT_TIME);
                    assertThat(stored.count())
                            .as("bets on %s, none of which came after suspend %d had answered", eventId, turn)
                            .isEqualTo(atAnswer);
                    changes.add(open.apply(otherDesk));
                    Thread.sleep(OPEN_TIME);
                }
            }
            return true;
        };
    }

    /** How many bets on an event are committed. */
    private record StoredBets(Connection connection, PreparedStatement statement) implements AutoCloseable {

        static StoredBets of(TestDatabase database, String eventId) throws SQLException {
            Connection connection = database.connect(DatabaseRole.READER);
            PreparedStatement statement =
                    connection.prepareStatement("SELECT count(*) FROM bet_leg WHERE event_id = ?");
            statement.setString(1, eventId);
            return new StoredBets(connection, statement);
        }

        long count() throws SQLException {
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }

        @Override
        public void close() throws SQLException {
            statement.close();
            connection.close();
        }
    }

    private BetOutcome place(Betting betting, String marketId) {
        long number = KEYS.incrementAndGet();
        String account = accounts.get((int) (number % accounts.size()));
        BetOutcome outcome = betting.place(
                new BetRequest(account, "suspends-" + number, marketId, "H", "2.50", Money.parse("1", GBP), "NONE"));
        outcomes.add(outcome);
        return outcome;
    }

    private void report(String what, int instanceCount, String subject) {
        LatencyLog log = new LatencyLog(0);
        changes.stream()
                .filter(change -> change.subject().equals(subject) && !change.opens())
                .forEach(change -> log.record(0, change.took().toNanos()));
        Latencies took = log.between(0, 1);
        System.out.printf(
                "%d instances, %d bettors: %d suspends of one %s answered after p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
                instanceCount, BETTORS, took.count(), what, took.p50Millis(), took.p99Millis(), took.maxMillis());
    }
}
