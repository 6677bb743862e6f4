package matchnight.bets.relay;

import java.time.LocalDate;

/**
 * How far outbox numbers had been drawn at a moment. Each number up to it is a row, or will be, or was rolled back.
 *
 * @param lastDrawnId 0 if none was drawn yet
 * @param readOn the UTC day of that moment by the database's clock
 */
record Horizon(long lastDrawnId, LocalDate readOn) {}
