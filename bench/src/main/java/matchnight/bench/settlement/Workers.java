package matchnight.bench.settlement;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import matchnight.bench.load.HttpClient;
import matchnight.bench.placement.BenchStack;
import matchnight.bench.product.Metrics;

/** The settlement workers of a run, each a process of its own with the settings that it ships with. */
final class Workers {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final String BALANCE_HOLD = "settlement_balance_lock_seconds";
    private static final String BACKLOG_AGE = "settlement_backlog_age_seconds";
    private static final double MILLIS_A_SECOND = 1e3;

    private final BenchStack stack;
    private final List<URI> workers = new ArrayList<>();

    Workers(BenchStack stack) {
        this.stack = stack;
    }

    /** Starts more of them until there are as many. */
    void startUpTo(int count) {
        while (workers.size() < count) {
            workers.add(stack.startWorker().url());
        }
    }

    int count() {
        return workers.size();
    }

    /** What each of them publishes now. */
    List<Metrics> metrics() throws IOException {
        return read(Metrics::read);
    }

    private interface Reading {
        Metrics from(HttpClient worker) throws IOException;
    }

    private List<Metrics> read(Reading reading) throws IOException {
        List<Metrics> metrics = new ArrayList<>();
        for (URI worker : workers) {
            try (HttpClient client = new HttpClient(worker, 1, ANSWER_LIMIT)) {
                metrics.add(reading.from(client));
            }
        }
        return metrics;
    }

    /** A percentile of how long batches held balances since an earlier reading; of several workers the highest. */
    OptionalDouble holdMillisSince(List<Metrics> earlier, double fraction) throws IOException {
        List<Metrics> now = metrics();
        double highest = -1;
        for (int worker = 0; worker < earlier.size(); worker++) {
            OptionalDouble seconds = now.get(worker).percentileSince(earlier.get(worker), BALANCE_HOLD, fraction);
            highest = Math.max(highest, seconds.orElse(-1));
        }
        return highest < 0 ? OptionalDouble.empty() : OptionalDouble.of(MILLIS_A_SECOND * highest);
    }

    /** The age of the oldest result that is not wholly applied, as the worker that sees the oldest publishes it. */
    double backlogAgeSeconds() throws IOException {
        double highest = 0;
        for (Metrics metrics : read(client -> Metrics.readOnly(client, BACKLOG_AGE))) {
            highest = Math.max(highest, metrics.highest(BACKLOG_AGE).orElse(0));
        }
        return highest;
    }
}
