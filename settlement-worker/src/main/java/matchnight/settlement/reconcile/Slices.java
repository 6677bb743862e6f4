package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at ids slice by slice: each look is a read-only statement or a few, with its role's timeouts, behind a moment in
 * which placement comes first. A slice that takes longer than its statement may is halved; one id that does is left out
 * and told.
 */
final class Slices {

    private static final Logger LOG = LoggerFactory.getLogger(Slices.class);
    private static final String CANCELLED_BY_TIMEOUT = "57014";

    private final DataSource reader;
    private final PlacementPressure pressure;
    private final SliceSize size;
    private final ReconciliationMetrics metrics;

    Slices(DataSource reader, PlacementPressure pressure, SliceSize size, ReconciliationMetrics metrics) {
        this.reader = reader;
        this.pressure = pressure;
        this.size = size;
        this.metrics = metrics;
    }

    /** Looks at some ids through a read-only connection in auto-commit. */
    @FunctionalInterface
    interface Look {
        void at(Connection connection, List<String> ids, Tally tally) throws SQLException;
    }

    /** What keeps the lease of who looks. */
    @FunctionalInterface
    interface KeepAlive {
        void run() throws SQLException;
    }

    int size() {
        return size.size();
    }

    /** Looks at all of them. */
    void lookAtAll(List<String> ids, Tally tally, KeepAlive keepAlive, Look look)
            throws SQLException, InterruptedException {
        int from = 0;
        while (from < ids.size()) {
            giveWay();
            keepAlive.run();
            List<String> slice = ids.subList(from, Math.min(ids.size(), from + size.size()));
            long begin = System.nanoTime();
            if (look(slice, tally, look)) {
                from += slice.size();
            } else if (slice.size() == 1) {
                LOG.warn("{} is left out: reading it takes longer than a statement may", slice.getFirst());
                tally.leftOut(1);
                from++;
            }
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            metrics.slice(took);
            size.took(took);
        }
    }

    private void giveWay() throws SQLException, InterruptedException {
        if (pressure.isAnybodyHeldUp()) {
            size.giveWay();
            metrics.gaveWay(pressure.giveWay());
        }
    }

    /** False where a statement took too long. */
    private boolean look(List<String> slice, Tally tally, Look look) throws SQLException {
        try (Connection connection = reader.getConnection()) {
            Tally ofSlice = new Tally();
            look.at(connection, slice, ofSlice);
            tally.add(ofSlice);
            return true;
        } catch (SQLException failure) {
            if (CANCELLED_BY_TIMEOUT.equals(failure.getSQLState())) {
                return false;
            }
            throw failure;
        }
    }
}
