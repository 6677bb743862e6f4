/**
 * PostgreSQL, Kafka and the two services as processes on this machine, with a beginning and an end.
 *
 * <p>The demo, the tests and {@code ./matchnight up} start what they need through these classes. Every process started here
 * is stopped with its starter, also when the starter is killed.
 */
@NullMarked
package matchnight.stack;

import org.jspecify.annotations.NullMarked;
