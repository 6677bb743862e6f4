/** From a client's key and request to its first answer: claimed without waiting, stored with the effects, read back for a retry. */
@NullMarked
package matchnight.ledger.idempotency;

import org.jspecify.annotations.NullMarked;
