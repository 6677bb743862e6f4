package matchnight.bets.relay;

import java.time.Duration;
import java.util.List;
import matchnight.bets.relay.OutboxReader.OutboxRow;
import matchnight.ledger.event.AccountEvent;

/**
 * Some rows of a closed window, each with its event, in the order of their numbers.
 *
 * @param next where the cursor may stand once all are acknowledged
 */
record OutboxPage(List<OutboxRow> rows, List<AccountEvent> events, Position next) {

    /** A stretch of numbers that were all rolled back. */
    static OutboxPage empty(Position next) {
        return new OutboxPage(List.of(), List.of(), next);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Where the cursor may stand when only the first {@code count} are acknowledged. */
    Position after(int count, Position from) {
        if (count == 0) {
            return from;
        }
        OutboxRow last = rows.get(count - 1);
        return from.advancedTo(last.outboxId(), last.writtenOn());
    }

    /** How old a row was when the page was read, by the database's clock. */
    static Duration ageAtRead(OutboxRow row) {
        return Duration.between(row.writtenAt(), row.readAt());
    }
}
