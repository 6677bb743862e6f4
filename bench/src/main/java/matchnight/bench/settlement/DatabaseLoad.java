package matchnight.bench.settlement;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import matchnight.bench.load.ArrivalSchedule;
import matchnight.bench.load.ClosedLoop;
import matchnight.bench.load.LatencyLog;

/**
 * Database work that is due by a Poisson schedule, done by so many workers. What is due while all of them are at work is done as soon
 * as one is free, and its latency runs from when it was due.
 */
final class DatabaseLoad implements AutoCloseable {

    private static final long SEED = 20_260_731;
    private static final long LONGEST_PARK_NANOS = 50_000_000;

    private final long startNanos = System.nanoTime();
    private final LatencyLog log = new LatencyLog(startNanos);
    private final ArrivalSchedule schedule;
    private final List<ClosedLoop.Worker> workers = new ArrayList<>();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final ExecutorService threads;
    private volatile long endNanos = Long.MAX_VALUE;
    private volatile boolean aborted;

    private DatabaseLoad(double perSecond, int count) {
        this.schedule = new ArrivalSchedule(perSecond, SEED);
        this.threads = Executors.newFixedThreadPool(count);
    }

    static DatabaseLoad start(double perSecond, int count, ClosedLoop.Workers factory) throws SQLException {
        DatabaseLoad load = new DatabaseLoad(perSecond, count);
        try {
            for (int number = 0; number < count; number++) {
                load.workers.add(factory.make(number));
            }
        } catch (SQLException | RuntimeException broken) {
            load.close();
            throw broken;
        }
        load.workers.forEach(
                worker -> load.running.add(CompletableFuture.runAsync(() -> load.work(worker), load.threads)));
        return load;
    }

    private synchronized long nextDueNanos() {
        return startNanos + schedule.nextNanos();
    }

    private void work(ClosedLoop.Worker worker) {
        while (true) {
            long dueNanos = nextDueNanos();
            awaitDue(dueNanos);
            if (isOver(dueNanos)) {
                return;
            }
            try {
                worker.once();
            } catch (SQLException refused) {
                throw new CompletionException(refused);
            }
            log.record(dueNanos, System.nanoTime());
        }
    }

    private void awaitDue(long dueNanos) {
        for (long wait = dueNanos - System.nanoTime();
                wait > 0 && !isOver(dueNanos);
                wait = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(wait, LONGEST_PARK_NANOS));
        }
    }

    private boolean isOver(long dueNanos) {
        return aborted || dueNanos > endNanos;
    }

    /** The second of the log's axis that it is now. */
    int second() {
        return log.secondOf(System.nanoTime());
    }

    /**
     * Ends it once all that is due by now has been done: what waited longest is not to be left out.
     *
     * @return latencies by the second in which the work was due
     * @throws SQLException if a worker could not go on
     */
    LatencyLog stop() throws SQLException {
        endNanos = System.nanoTime();
        try {
            running.forEach(CompletableFuture::join);
        } catch (CompletionException broken) {
            throw new SQLException("A worker could not go on", broken.getCause());
        }
        return log;
    }

    @Override
    public void close() throws SQLException {
        aborted = true;
        threads.close();
        for (ClosedLoop.Worker worker : workers) {
            worker.close();
        }
    }
}
