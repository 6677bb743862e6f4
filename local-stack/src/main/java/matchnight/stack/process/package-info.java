/**
 * Processes that end with whoever started them.
 *
 * <p>A child of a killed JVM lives on by default. Here every child has a watcher beside it that notices the end of its
 * starter through a closed pipe, stops the child and clears up after it.
 */
@NullMarked
package matchnight.stack.process;

import org.jspecify.annotations.NullMarked;
