/**
 * An open-loop load generator: requests are due by a schedule that no slow answer delays, and a request's latency counts from
 * when it was due. Requests that got no answer are tried again under the same key, within bounds.
 */
@NullMarked
package matchnight.bench.load;

import org.jspecify.annotations.NullMarked;
