package matchnight.settlement.apply;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/** Runs the lanes for as long as the service runs. When it stops, each finishes its batch and gives its lease back. */
final class SettlementLanes implements SmartLifecycle {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(8);

    private final int count;
    private final Supplier<SettlementLane> makeLane;
    private final WorkSignal signal;
    private final List<SettlementLane> lanes = new ArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    SettlementLanes(int count, Supplier<SettlementLane> makeLane, WorkSignal signal, MeterRegistry registry) {
        this.count = count;
        this.makeLane = makeLane;
        this.signal = signal;
        Gauge.builder("settlement_lanes_alive", threads, SettlementLanes::countAlive)
                .description("Threads of settlement that run; fewer than configured is a fault")
                .register(registry);
    }

    private static double countAlive(List<Thread> threads) {
        return threads.stream().filter(Thread::isAlive).count();
    }

    @Override
    public synchronized void start() {
        for (int number = 1; number <= count; number++) {
            SettlementLane lane = makeLane.get();
            lanes.add(lane);
            threads.add(Thread.ofPlatform().name("settlement-" + number).start(lane));
        }
    }

    @Override
    public synchronized void stop() {
        lanes.forEach(SettlementLane::stop);
        lanes.forEach(_ -> signal.work());
        long deadlineNanos = System.nanoTime() + STOP_LIMIT.toNanos();
        for (Thread thread : threads) {
            join(thread, Math.max(1, deadlineNanos - System.nanoTime()));
        }
        lanes.clear();
        threads.clear();
    }

    private static void join(Thread thread, long limitNanos) {
        try {
            boolean _ = thread.join(Duration.ofNanos(limitNanos));
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return !threads.isEmpty();
    }

    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 20;
    }
}
