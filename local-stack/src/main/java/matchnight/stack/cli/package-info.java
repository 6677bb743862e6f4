/** The command line of the local stack: {@code up}, {@code down}, {@code status}, {@code token} and {@code prove}. */
@NullMarked
package matchnight.stack.cli;

import org.jspecify.annotations.NullMarked;
