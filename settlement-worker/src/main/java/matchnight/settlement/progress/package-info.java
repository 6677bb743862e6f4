/** Where each result stands: what the backlog is and how old, for people and for dashboards. */
@NullMarked
package matchnight.settlement.progress;

import org.jspecify.annotations.NullMarked;
