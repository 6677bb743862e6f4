package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import matchnight.bench.load.Latencies;
import matchnight.bench.load.LatencyLog;
import matchnight.bench.product.ProductException;
import matchnight.stack.process.Pause;
import org.jspecify.annotations.Nullable;

/**
 * Somebody outside who updates random balances, one at a time and some forty times a second, and takes back what he did at once. How
 * long an update waits is from when it was sent to its answer.
 */
final class OutsideProbe implements AutoCloseable {

    private static final long PAUSE_MILLIS = 25;

    private static final String UPDATE_BALANCE = "UPDATE account SET available = available WHERE account_id = ?";

    private final Connection owner;
    private final List<String> accountIds;
    private final LatencyLog waits = new LatencyLog(System.nanoTime());
    private final Thread prober;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    private OutsideProbe(Connection owner, List<String> accountIds) {
        this.owner = owner;
        this.accountIds = accountIds;
        this.prober = Thread.ofPlatform().name("outside-probe").daemon().unstarted(this::probe);
    }

    /** Begins over a connection of the owner, which it closes at its end. */
    static OutsideProbe start(Connection owner, List<String> accountIds) {
        OutsideProbe probe = new OutsideProbe(owner, accountIds);
        probe.prober.start();
        return probe;
    }

    private void probe() {
        try (PreparedStatement update = owner.prepareStatement(UPDATE_BALANCE)) {
            owner.setAutoCommit(false);
            while (!stopped) {
                update.setString(1, accountIds.get(ThreadLocalRandom.current().nextInt(accountIds.size())));
                long sentNanos = System.nanoTime();
                update.executeUpdate();
                waits.record(sentNanos, System.nanoTime());
                owner.rollback();
                Pause.millis(PAUSE_MILLIS);
            }
        } catch (SQLException | RuntimeException broken) {
            failure = broken;
        }
    }

    /** Ends it and returns how long its updates waited. */
    Latencies stop() {
        end();
        if (failure != null) {
            throw new ProductException("The outside probe broke off", failure);
        }
        return waits.between(0, Integer.MAX_VALUE);
    }

    private void end() {
        stopped = true;
        try {
            prober.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws SQLException {
        end();
        owner.close();
    }
}
