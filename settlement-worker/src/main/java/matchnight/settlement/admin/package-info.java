/** What people call: publishing results, and reading where settlement stands and what could not be applied. */
@NullMarked
package matchnight.settlement.admin;

import org.jspecify.annotations.NullMarked;
