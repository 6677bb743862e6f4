/** What a benchmark or an experiment hands in: named figures beside their targets, and the checks that its run stood. */
@NullMarked
package matchnight.bench.report;

import org.jspecify.annotations.NullMarked;
