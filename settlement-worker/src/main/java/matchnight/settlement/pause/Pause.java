package matchnight.settlement.pause;

import java.time.Instant;

/** One pause that is in force. */
record Pause(Scope scope, Instant since, String by, String reason) {}
