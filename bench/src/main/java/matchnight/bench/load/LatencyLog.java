package matchnight.bench.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Latencies by the second in which the request was due, so that a stall shows in the seconds it hurt and percentiles over any
 * stretch of time can be asked for afterwards.
 */
public final class LatencyLog {

    private static final long HIGHEST_MICROS = 120_000_000;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int SECONDS_MAX = 3_600;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private final long startNanos;
    private final List<Histogram> bySecond = new ArrayList<>();

    /**
     * Begins an empty log.
     *
     * @param startNanos {@link System#nanoTime} of second 0
     */
    public LatencyLog(long startNanos) {
        this.startNanos = startNanos;
    }

    /** Records one answered request; what was due before second 0 or took over two minutes counts at that edge. */
    public synchronized void record(long dueNanos, long answeredNanos) {
        long micros = Math.clamp((answeredNanos - dueNanos) / 1_000, 1, HIGHEST_MICROS);
        histogramOf(secondOf(dueNanos)).recordValue(micros);
    }

    /** The second of the log's axis that a moment lies in. */
    public int secondOf(long nanos) {
        return Math.clamp((nanos - startNanos) / NANOS_A_SECOND, 0, SECONDS_MAX - 1);
    }

    private Histogram histogramOf(int second) {
        while (bySecond.size() <= second) {
            bySecond.add(new Histogram(SIGNIFICANT_DIGITS));
        }
        return bySecond.get(second);
    }

    /** What was due from second {@code from} to before second {@code to}. */
    public synchronized Latencies between(int from, int to) {
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        for (int second = Math.max(0, from); second < Math.min(to, bySecond.size()); second++) {
            sum.add(bySecond.get(second));
        }
        return new Latencies(sum);
    }

    public synchronized int seconds() {
        return bySecond.size();
    }
}
