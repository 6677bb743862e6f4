package matchnight.bench.night;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import matchnight.bench.product.BetOutcome;

/** Every bet that was submitted and what became of it, as the bettors know it. Safe for many threads. */
final class PlacementLog {

    /** Refusals that this night brings about on purpose; any other is an error of somebody's. */
    private static final Set<String> FORESEEN = Set.of("MARKET_NOT_OPEN", "PRICE_CHANGED", "INSUFFICIENT_FUNDS");

    private final Queue<BetOutcome> outcomes = new ConcurrentLinkedQueue<>();
    private final LongAdder offered = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder retries = new LongAdder();

    void add(BetOutcome outcome) {
        outcomes.add(outcome);
        offered.increment();
        retries.add(outcome.attempts() - 1L);
        (outcome.isAccepted() ? accepted : refused).increment();
    }

    long offered() {
        return offered.sum();
    }

    long accepted() {
        return accepted.sum();
    }

    long refused() {
        return refused.sum();
    }

    long retries() {
        return retries.sum();
    }

    List<BetOutcome> all() {
        return new ArrayList<>(outcomes);
    }

    Map<String, Long> rejectedByCode() {
        Map<String, Long> byCode = new TreeMap<>();
        outcomes.stream()
                .filter(outcome -> !outcome.isAccepted())
                .forEach(outcome -> byCode.merge(outcome.code(), 1L, Long::sum));
        return byCode;
    }

    /** What is neither a bet nor a foreseen refusal. */
    List<BetOutcome> unexpected() {
        return outcomes.stream()
                .filter(outcome -> !outcome.isAccepted() && !(outcome.isRefusal() && FORESEEN.contains(outcome.code())))
                .toList();
    }
}
