package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import matchnight.bench.load.ArrivalSchedule;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.load.OpenLoop;
import matchnight.bench.night.GateProof;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.Betting;
import matchnight.bench.product.GateChange;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Suspend and open, over and over, by market and by event, while bets pour in. */
class GateUnderLoadIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Duration RUNS_FOR = Duration.ofSeconds(15);
    private static final double BETS_A_SECOND = 100;

    private static RunningProduct running;

    private static List<String> accounts;
    private final Queue<BetOutcome> outcomes = new ConcurrentLinkedQueue<>();
    private final Queue<GateChange> changes = new ConcurrentLinkedQueue<>();
    private final AtomicLong keys = new AtomicLong();
    private final AtomicBoolean goesOn = new AtomicBoolean(true);

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        accounts = running.openAccounts("gate", 40, Money.parse("10000", GBP));
    }

    @Test
    void aRequestSentAfterASuspendHadAnsweredIsNeverAccepted() throws Exception {
        Map<String, String> prices = Map.of("H", "2.50", "A", "2.50");
        Map<String, String> eventByMarket =
                Map.of("cycled", "cycled~event", "of-cycled-1", "cycled-event", "of-cycled-2", "cycled-event");
        eventByMarket.forEach((marketId, eventId) -> running.putUpMarket(marketId, eventId, GBP, prices));
        List<String> markets = List.copyOf(eventByMarket.keySet());

        try (ExecutorService desks = Executors.newVirtualThreadPerTaskExecutor();
                OpenLoop loop = OpenLoop.start(
                        new ArrivalSchedule(BETS_A_SECOND, 5),
                        20_000,
                        (number, _) -> place(running.betting, markets.get((int) (number % markets.size()))))) {
            Future<Boolean> byMarket = desks.submit(cycle(
                    "cycled",
                    () -> running.trading.suspendMarket("cycled"),
                    () -> running.trading.openMarket("cycled")));
            Future<Boolean> byEvent = desks.submit(cycle(
                    "of-cycled-1",
                    () -> running.trading.suspendEvent("cycled-event"),
                    () -> running.trading.openEvent("cycled-event")));
            Thread.sleep(RUNS_FOR);
            goesOn.set(false);
            byMarket.get();
            byEvent.get();
            assertThat(loop.stop(Duration.ofMinutes(2))).isTrue();
        }

        GateProof proof = new GateProof(List.copyOf(changes));
        Finding finding = proof.byTheBettorsClock(List.copyOf(outcomes), eventByMarket);
        report(finding);
        assertThat(finding.ok()).as(finding.detail()).isTrue();
        assertThat(outcomes)
                .allMatch(outcome -> outcome.isAccepted() || outcome.code().equals("MARKET_NOT_OPEN"));
        assertThat(outcomes).filteredOn(BetOutcome::isAccepted).hasSizeGreaterThan(50);
        assertThat(outcomes).filteredOn(outcome -> !outcome.isAccepted()).hasSizeGreaterThan(50);
        assertThat(running.broken()).isEmpty();
    }

    /** Suspends, bets at once on what was suspended, opens again, and lets a few bets through. */
    private Callable<Boolean> cycle(String marketId, Supplier<GateChange> suspend, Supplier<GateChange> open) {
        return () -> {
            while (goesOn.get()) {
                changes.add(suspend.get());
                for (int bet = 0; bet < 3; bet++) {
                    assertThat(place(running.unhinderedBetting, marketId).code())
                            .isEqualTo("MARKET_NOT_OPEN");
                }
                changes.add(open.get());
                Thread.sleep(30);
            }
            return true;
        };
    }

    private BetOutcome place(Betting betting, String marketId) {
        long number = keys.incrementAndGet();
        String account = accounts.get((int) (number % accounts.size()));
        BetOutcome outcome = betting.place(
                new BetRequest(account, "gate-" + number, marketId, "H", "2.50", Money.parse("1", GBP), "NONE"));
        outcomes.add(outcome);
        return outcome;
    }

    private void report(Finding finding) {
        LatencyLog suspends = new LatencyLog(0);
        List<GateChange> shut = new ArrayList<>(changes);
        shut.removeIf(GateChange::opens);
        shut.forEach(change -> suspends.record(0, change.took().toNanos()));
        Latencies took = suspends.between(0, 1);
        System.out.printf(
                "%d suspends under %.0f bets/s answered after p50 %.1f ms, p99 %.1f ms, max %.1f ms; %s%n",
                took.count(), BETS_A_SECOND, took.p50Millis(), took.p99Millis(), took.maxMillis(), finding.detail());
    }
}
