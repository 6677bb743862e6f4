/** What people did, when and why: written in the transaction of its effect, and never changed. */
@NullMarked
package matchnight.settlement.audit;

import org.jspecify.annotations.NullMarked;
