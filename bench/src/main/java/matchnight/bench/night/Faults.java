package matchnight.bench.night;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import matchnight.ledger.audit.Finding;

/** Collects what contradicts an invariant and tells how many there are and the first. */
final class Faults {

    private final String invariant;
    private final List<String> faults = new ArrayList<>();

    Faults(String invariant) {
        this.invariant = invariant;
    }

    void addIf(boolean isFault, Supplier<String> fault) {
        if (isFault) {
            faults.add(fault.get());
        }
    }

    /**
     * Ends the collection.
     *
     * @param examined what was looked at, with its number: {@code 312 bets}
     */
    Finding finding(String examined) {
        return faults.isEmpty()
                ? new Finding(invariant, true, examined)
                : new Finding(
                        invariant, false, faults.size() + " faults in " + examined + "; first: " + faults.getFirst());
    }
}
