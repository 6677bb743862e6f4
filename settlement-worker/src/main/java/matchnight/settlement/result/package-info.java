/**
 * What a result feed says about a market: the four kinds of result event, read strictly and once.
 *
 * <p>A value of {@link matchnight.settlement.result.MarketResult} that exists is valid; nobody checks it again. Nothing
 * here knows Kafka, the database or a bet.
 */
@NullMarked
package matchnight.settlement.result;

import org.jspecify.annotations.NullMarked;
