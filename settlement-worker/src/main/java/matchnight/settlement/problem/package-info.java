/** What goes wrong, as callers of the admin API see it: RFC 9457 problems with a stable code. */
@NullMarked
package matchnight.settlement.problem;

import org.jspecify.annotations.NullMarked;
