/** What a person has to decide, and what their decision does. */
@NullMarked
package matchnight.settlement.incident;

import org.jspecify.annotations.NullMarked;
