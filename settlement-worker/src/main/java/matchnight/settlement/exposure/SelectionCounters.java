package matchnight.settlement.exposure;

import java.util.ArrayList;
import java.util.List;

/**
 * The counters over which one selection's liability is spread, all of them: liability and share of the limit, minor units.
 *
 * <p>The shares add up to the limit, or to the liability where bets took more (a limit that was lowered, a void that was
 * undone after its room had gone). Then nothing is left for placement until enough is given back.
 */
record SelectionCounters(List<Counter> counters) {

    /** One row. */
    record Counter(short bucket, long liability, long share) {}

    /** Liability of all counters. */
    long liability() {
        return counters.stream().mapToLong(Counter::liability).reduce(0, Math::addExact);
    }

    /**
     * The counters after a change: taken from where liability is, never below zero, or added to the first one; what the
     * limit then leaves is spread evenly, so that placements find room in whichever counter is theirs.
     *
     * @param change of the liability; below zero gives back
     */
    SelectionCounters changedBy(long change, long limit) {
        List<Long> liabilities = new ArrayList<>();
        long open = change;
        for (Counter counter : counters) {
            long own = open > 0 ? open : Math.max(open, -counter.liability());
            liabilities.add(Math.addExact(counter.liability(), own));
            open -= own;
        }
        return spread(liabilities, limit);
    }

    private SelectionCounters spread(List<Long> liabilities, long limit) {
        long taken = liabilities.stream().mapToLong(Long::longValue).reduce(0, Math::addExact);
        long left = Math.max(0, limit - taken);
        long each = left / counters.size();
        long oddOnes = left % counters.size();
        List<Counter> changed = new ArrayList<>();
        for (int i = 0; i < counters.size(); i++) {
            long room = i < oddOnes ? each + 1 : each;
            changed.add(
                    new Counter(counters.get(i).bucket(), liabilities.get(i), Math.addExact(liabilities.get(i), room)));
        }
        return new SelectionCounters(changed);
    }
}
