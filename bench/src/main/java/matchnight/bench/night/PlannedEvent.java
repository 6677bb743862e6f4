package matchnight.bench.night;

import java.time.Instant;
import java.util.List;

/** A match on offer with all its markets. */
record PlannedEvent(String eventId, String name, Instant startsAt, List<PlannedMarket> markets) {}
