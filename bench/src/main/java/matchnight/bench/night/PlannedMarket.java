package matchnight.bench.night;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import matchnight.bench.fixture.Grade;
import matchnight.bench.product.ResultMessage;

/** A market on offer, and what it will come to. */
record PlannedMarket(
        String marketId, String eventId, String name, String type, Part part, List<PlannedSelection> selections) {

    /** What part the market has in the demo. */
    enum Part {
        /** Stands in the night file. */
        OF_THE_NIGHT,
        /** The demo's own, abandoned: everything on it comes back. */
        ABANDONED,
        /** The demo's own, open through the burst and decided last. */
        LATE,
        /** The demo's own, still open when the demo ends: its bets must then be what is reserved. */
        STILL_OPEN
    }

    /** The true result as a message of this version. */
    ResultMessage result(long version, Instant occurredAt) {
        Map<String, String> results = new LinkedHashMap<>();
        selections.forEach(selection ->
                results.put(selection.selectionId(), selection.grade().name()));
        return new ResultMessage(eventId, marketId, version, occurredAt, results);
    }

    /** A result as somebody might enter it who mixed up the sides; where all come back, one who saw a winner. */
    ResultMessage wrongResult(long version, Instant occurredAt) {
        Map<String, String> results = new LinkedHashMap<>();
        for (int i = 0; i < selections.size(); i++) {
            Grade mistaken = selections.get((i + 1) % selections.size()).grade();
            Grade invented = i == 0 ? Grade.WON : Grade.LOST;
            results.put(selections.get(i).selectionId(), (hasOneGrade() ? invented : mistaken).name());
        }
        return new ResultMessage(eventId, marketId, version, occurredAt, results);
    }

    private boolean hasOneGrade() {
        return selections.stream().map(PlannedSelection::grade).distinct().count() == 1;
    }
}
