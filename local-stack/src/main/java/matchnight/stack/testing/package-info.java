/**
 * The servers that tests run against: one PostgreSQL and one Kafka a JVM, from a Docker engine where one answers and embedded
 * where none does.
 */
@NullMarked
package matchnight.stack.testing;

import org.jspecify.annotations.NullMarked;
