@NullMarked
package matchnight.ledger.event;

import org.jspecify.annotations.NullMarked;
