/** The command line of the local stack: {@code up}, {@code down}, {@code status} and {@code token}. */
@NullMarked
package matchnight.stack.cli;

import org.jspecify.annotations.NullMarked;
