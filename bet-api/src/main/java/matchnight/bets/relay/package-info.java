/**
 * Carries what the ledger announced to the topic {@code bet-events}: at least once, each account's events in the order of
 * its versions, and nothing is passed over.
 *
 * <p>One relay leads at a time, by a lease on its cursor ({@link matchnight.bets.relay.RelayCursor}). The leader reads how
 * far numbers were drawn, waits for the writers that ran at that moment, and then reads the window whole
 * ({@link matchnight.bets.relay.OutboxReader}), sends it in the order of the numbers, waits for every acknowledgement
 * ({@link matchnight.bets.relay.EventPublisher}) and only then moves the cursor. Rows are never touched.
 */
@NullMarked
package matchnight.bets.relay;

import org.jspecify.annotations.NullMarked;
