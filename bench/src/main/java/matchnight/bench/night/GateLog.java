package matchnight.bench.night;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import matchnight.bench.product.GateChange;

/** Every opening and shutting of the night, in the order of their answers. Safe for many threads. */
final class GateLog {

    private final Queue<GateChange> changes = new ConcurrentLinkedQueue<>();

    GateChange add(GateChange change) {
        changes.add(change);
        return change;
    }

    List<GateChange> all() {
        return new ArrayList<>(changes);
    }
}
