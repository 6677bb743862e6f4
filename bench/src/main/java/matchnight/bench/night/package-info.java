/**
 * The demo: one match night on the real product, from nothing to a proof that every cent is where it should be.
 *
 * <p>Read in this order: {@code NightPlan} says what will be on offer, {@code BetStream} and {@code FullTime} make the night
 * happen, {@code Readings} watches it, {@code NightProofs} judges it, {@code NightReport} and {@code NightSummary} tell it.
 */
@NullMarked
package matchnight.bench.night;

import org.jspecify.annotations.NullMarked;
