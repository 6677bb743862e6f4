package matchnight.bench.load;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Workers that repeat one piece of database work each as fast as it ends, on platform threads. */
public final class ClosedLoop {

    /** One worker, with whatever it keeps from one repetition to the next. */
    public interface Worker extends AutoCloseable {

        /** Does the work once. */
        void once() throws SQLException;

        @Override
        void close() throws SQLException;
    }

    /** Makes the workers. */
    @FunctionalInterface
    public interface Workers {
        Worker make(int number) throws SQLException;
    }

    private ClosedLoop() {}

    /**
     * Runs them and returns how many times a second the work was done in the measured time, all workers together.
     *
     * @throws SQLException if a worker could not do it; the others end as they would have
     */
    public static double timesPerSecond(int workers, Phase phase, Workers factory) throws SQLException {
        try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
            List<Worker> made = new ArrayList<>();
            try {
                for (int number = 0; number < workers; number++) {
                    made.add(factory.make(number));
                }
                return sum(made, threads, phase) / phase.measuredSeconds();
            } finally {
                for (Worker worker : made) {
                    worker.close();
                }
            }
        }
    }

    private static long sum(List<Worker> workers, ExecutorService threads, Phase phase) throws SQLException {
        long fromNanos = System.nanoTime() + phase.warmUp().toNanos();
        long toNanos = fromNanos + phase.measured().toNanos();
        List<Future<Long>> counts = new ArrayList<>();
        for (Worker worker : workers) {
            counts.add(threads.submit(() -> repeat(worker, fromNanos, toNanos)));
        }
        long sum = 0;
        SQLException failed = null;
        for (Future<Long> count : counts) {
            try {
                sum += count.get();
            } catch (ExecutionException trouble) {
                failed = new SQLException("A worker could not go on", trouble.getCause());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SQLException("Interrupted", interrupted);
            }
        }
        if (failed != null) {
            throw failed;
        }
        return sum;
    }

    private static long repeat(Worker worker, long fromNanos, long toNanos) throws SQLException {
        long count = 0;
        for (long now = System.nanoTime(); now < toNanos; ) {
            worker.once();
            now = System.nanoTime();
            count += now >= fromNanos && now < toNanos ? 1 : 0;
        }
        return count;
    }
}
