/** What operators read: rules, dashboards, the runbook, held against one another and against what the services expose. */
@NullMarked
package matchnight.bench.operations;

import org.jspecify.annotations.NullMarked;
