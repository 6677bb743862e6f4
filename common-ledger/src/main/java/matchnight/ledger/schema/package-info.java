/** The schema's version that this build was made for. */
@NullMarked
package matchnight.ledger.schema;

import org.jspecify.annotations.NullMarked;
