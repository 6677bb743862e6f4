package matchnight.settlement.diagnosis.reading;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Counts the rebalances of this worker's consumers in the last ten minutes, without those that its start brings. */
public final class Rebalances {

    private static final Duration SPAN = Duration.ofMinutes(10);

    /** A consumer joins, and is given its partitions when the group stands: two. */
    private static final int OF_A_START = 2;

    private record Count(long atNanos, double total) {}

    private final MeterRegistry registry;
    private final Deque<Count> counts = new ArrayDeque<>();

    public Rebalances(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Keeps what is counted now, to compare with later; called every few seconds. */
    public synchronized void look() {
        long now = System.nanoTime();
        counts.addLast(new Count(now, total()));
        while (now - counts.getFirst().atNanos() > SPAN.toNanos()) {
            counts.removeFirst();
        }
    }

    private double total() {
        return registry.find("kafka.consumer.coordinator.rebalance.total").functionCounters().stream()
                .mapToDouble(FunctionCounter::count)
                .filter(count -> !Double.isNaN(count))
                .sum();
    }

    synchronized int inTheLastMinutes() {
        double before = counts.isEmpty() ? 0 : counts.getFirst().total();
        double counted = total() - Math.max(before, OF_A_START);
        return (int) Math.max(0, counted);
    }
}
