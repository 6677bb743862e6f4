/** A real browser without a screen, for tests of what a person sees and does. */
@NullMarked
package matchnight.bench.browser;

import org.jspecify.annotations.NullMarked;
