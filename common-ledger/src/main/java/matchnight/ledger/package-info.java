/**
 * The ledger: money, accounts, postings, idempotency and outgoing facts, over plain JDBC.
 *
 * <p>Both services write through it and nothing else moves money. It opens no transaction of its own and knows neither the
 * web nor Kafka, so that what is decided here holds whoever calls.
 */
@NullMarked
package matchnight.ledger;

import org.jspecify.annotations.NullMarked;
