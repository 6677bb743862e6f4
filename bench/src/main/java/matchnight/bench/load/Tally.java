package matchnight.bench.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What a load came to: every answer by outcome, and of those of the measured time rates and latencies from when they were due.
 * Written by the load's thread, read when it has ended.
 */
public final class Tally implements WireAnswers {

    private static final long HIGHEST_MICROS = 120_000_000;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final Phase phase;
    private final long fromNanos;
    private final long toNanos;
    private final Map<String, Long> outcomes = new TreeMap<>();
    private final Histogram decidedMicros = new Histogram(SIGNIFICANT_DIGITS);
    private long acceptedMeasured;
    private long decidedMeasured;
    private long offeredMeasured;

    /** Begins now; what is answered in the phase's warm-up counts by outcome alone. */
    public Tally(Phase phase) {
        this.phase = phase;
        this.fromNanos = System.nanoTime() + phase.warmUp().toNanos();
        this.toNanos = fromNanos + phase.measured().toNanos();
    }

    @Override
    public void take(WireAnswer answer) {
        outcomes.merge(answer.outcome(), 1L, Long::sum);
        if (isMeasured(answer.answeredNanos())) {
            acceptedMeasured += answer.isAccepted() ? 1 : 0;
            decidedMeasured += answer.isDecided() ? 1 : 0;
        }
        if (isMeasured(answer.dueNanos())) {
            offeredMeasured++;
            if (answer.isDecided()) {
                decidedMicros.recordValue(
                        Math.clamp((answer.answeredNanos() - answer.dueNanos()) / 1_000, 1, HIGHEST_MICROS));
            }
        }
    }

    private boolean isMeasured(long nanos) {
        return nanos - fromNanos >= 0 && nanos - toNanos < 0;
    }

    public double acceptedPerSecond() {
        return acceptedMeasured / phase.measuredSeconds();
    }

    /** Accepted and refused a second: what was answered as the contract foresees, and not turned away as busy. */
    public double decidedPerSecond() {
        return decidedMeasured / phase.measuredSeconds();
    }

    public double offeredPerSecond() {
        return offeredMeasured / phase.measuredSeconds();
    }

    /** Of what was decided, for or against, from when it was due. */
    public Latencies latencies() {
        return new Latencies(decidedMicros);
    }

    /** How many of the whole load, warm-up included, had the outcome. */
    public long count(String outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    public long accepted() {
        return count("ACCEPTED");
    }

    /** Every outcome of the whole load with its count. */
    public Map<String, Long> outcomes() {
        return Map.copyOf(outcomes);
    }
}
