/**
 * The facts that leave the ledger: typed, and rendered as CloudEvents 1.0 for the topic {@code bet-events}.
 *
 * <p>An event is read from append-only rows and rendered without a clock or a random number, so that it is the same, byte
 * for byte, however often it is published.
 */
@NullMarked
package matchnight.ledger.event;

import org.jspecify.annotations.NullMarked;
