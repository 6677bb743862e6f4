/**
 * From the topic into the database: a record becomes a stored event with its job, a counted duplicate, an incident, or a
 * dead letter, and only then does its offset move.
 */
@NullMarked
package matchnight.settlement.intake;

import org.jspecify.annotations.NullMarked;
