package matchnight.bets.relay;

import java.time.LocalDate;

/**
 * A place in the outbox: everything up to {@code lastOutboxId} is acknowledged.
 *
 * @param lastWrittenOn the UTC day of that place. Rows behind it may bear the day before, since a row takes its time
 *     before its number and holds both for as long as its transaction may run; never an earlier one
 */
record Position(long lastOutboxId, LocalDate lastWrittenOn) {

    Position advancedTo(long outboxId, LocalDate writtenOn) {
        return new Position(outboxId, writtenOn.isAfter(lastWrittenOn) ? writtenOn : lastWrittenOn);
    }
}
