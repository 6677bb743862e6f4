/** {@code GET /admin/diagnosis}. */
@NullMarked
package matchnight.settlement.diagnosis.http;

import org.jspecify.annotations.NullMarked;
