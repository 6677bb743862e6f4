package matchnight.ledger.audit;

import java.util.List;

/**
 * What a look at a slice saw.
 *
 * @param rowsRead of the table that the proof reads most of
 * @param found what does not hold, in a stable order; empty where all is well
 */
public record Looked<T>(long rowsRead, List<T> found) {

    public Looked {
        found = List.copyOf(found);
    }
}
