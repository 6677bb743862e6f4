package matchnight.settlement.reconcile;

import java.util.ArrayList;
import java.util.List;

/** Adds up what one part of a step sees. For one thread. */
final class Tally {

    private final List<Drift> drifts = new ArrayList<>();
    private long count;
    private long rowsRead;
    private long leftOut;

    void looked(long more, long rows) {
        count += more;
        rowsRead += rows;
    }

    void drift(Drift drift) {
        drifts.add(drift);
    }

    void leftOut(long more) {
        leftOut += more;
    }

    void add(Tally other) {
        count += other.count;
        rowsRead += other.rowsRead;
        leftOut += other.leftOut;
        drifts.addAll(other.drifts);
    }

    long count() {
        return count;
    }

    long rowsRead() {
        return rowsRead;
    }

    long leftOut() {
        return leftOut;
    }

    List<Drift> drifts() {
        return List.copyOf(drifts);
    }
}
