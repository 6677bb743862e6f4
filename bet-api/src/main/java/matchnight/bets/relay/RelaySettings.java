package matchnight.bets.relay;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The relay's limits.
 *
 * @param lease how long a leader may publish without renewing; a killed one is replaced after at most this
 * @param idlePoll pause between two looks at the sequence, and so between two windows
 * @param followerPoll pause between two looks at the lease by a relay that does not lead
 * @param pageRows most events sent before the cursor moves
 * @param deliveryTimeout most time from sending a record to its acknowledgement
 * @param requestTimeout most time for one answer of the broker
 * @param maxBlock most time a send waits for the topic's metadata
 * @param maxRecordBytes larger records are refused before they are sent
 * @param firstBackoff pause after a failure; doubles up to {@code maxBackoff}
 */
@ConfigurationProperties("matchnight.relay")
record RelaySettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("bet-events") String topic,
        @DefaultValue("6s") Duration lease,
        @DefaultValue("25ms") Duration idlePoll,
        @DefaultValue("250ms") Duration followerPoll,
        @DefaultValue("500") int pageRows,
        @DefaultValue("3s") Duration deliveryTimeout,
        @DefaultValue("1500ms") Duration requestTimeout,
        @DefaultValue("1s") Duration maxBlock,
        @DefaultValue("1048576") int maxRecordBytes,
        @DefaultValue("100ms") Duration firstBackoff,
        @DefaultValue("2s") Duration maxBackoff) {

    private static final Duration MARGIN = Duration.ofMillis(250);
    private static final int MAX_PAGE_ROWS = 5000;

    /**
     * Checks that a record sent under the lease cannot be delivered after it.
     *
     * @throws IllegalArgumentException if the lease is not longer than a delivery, with time left to send a page
     */
    RelaySettings {
        if (pageRows < 1 || pageRows > MAX_PAGE_ROWS) {
            throw new IllegalArgumentException("matchnight.relay.page-rows must be 1 to " + MAX_PAGE_ROWS);
        }
        if (deliveryTimeout.compareTo(requestTimeout) < 0) {
            throw new IllegalArgumentException(
                    "matchnight.relay.delivery-timeout must not be below matchnight.relay.request-timeout");
        }
        Duration shortestLease =
                deliveryTimeout.plus(maxBlock).plus(MARGIN).plus(MARGIN).plus(MARGIN);
        if (lease.compareTo(shortestLease) < 0) {
            throw new IllegalArgumentException("matchnight.relay.lease must be at least " + shortestLease.toMillis()
                    + " ms: delivery-timeout, max-block and a margin");
        }
    }

    /** How much of the lease must be left when a record is handed to the producer. */
    Duration leaseNeededToSend() {
        return deliveryTimeout.plus(maxBlock).plus(MARGIN);
    }

    /** How much of the lease must be left when a page is begun; with less it is renewed first. */
    Duration leaseNeededForPage() {
        return leaseNeededToSend().plus(MARGIN);
    }
}
