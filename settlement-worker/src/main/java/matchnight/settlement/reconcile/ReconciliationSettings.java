package matchnight.settlement.reconcile;

import java.time.Duration;
import java.time.LocalTime;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How what is stored twice is compared.
 *
 * @param interval from one scheduled incremental run to the next
 * @param poll how often a worker looks whether a run is to be done, which is how soon one that a person wants begins
 * @param quietFrom when the sweep of everything may begin and go on, UTC
 * @param quietUntil when it stops until the next quiet hours, UTC; before {@code quietFrom} where the hours go past midnight,
 *     and the same for no sweep at all
 * @param lease how long a worker that died keeps others from going on with its run; longer than several statements take
 * @param accountsInSlice accounts that one statement looks at most, 1 to 1,000
 * @param marketsInSlice markets that one statement looks at most, 1 to 200
 * @param sliceBudget how long a slice may take before the next is smaller
 * @param blocksInPart blocks of the table of accounts that are searched for what has moved, between two commits
 * @param slowPlacement a statement of placement that runs for so long says that placement is slow
 * @param longestPause how long a slice gives way at most
 * @param eventTopic where the relay publishes
 * @param topicRetention how long the topic surely keeps records
 * @param mostEvents that one run compares, 1,000 to 100 million; a bit of memory each
 * @param mostIncidents that one run opens; drift beyond is counted
 * @param owner who has to look into drift of balances and events
 */
@ConfigurationProperties("matchnight.reconciliation")
record ReconciliationSettings(
        @DefaultValue("5m") Duration interval,
        @DefaultValue("1s") Duration poll,
        @DefaultValue("03:00") LocalTime quietFrom,
        @DefaultValue("06:00") LocalTime quietUntil,
        @DefaultValue("30s") Duration lease,
        @DefaultValue("200") int accountsInSlice,
        @DefaultValue("20") int marketsInSlice,
        @DefaultValue("200ms") Duration sliceBudget,
        @DefaultValue("256") int blocksInPart,
        @DefaultValue("100ms") Duration slowPlacement,
        @DefaultValue("5s") Duration longestPause,
        @DefaultValue("bet-events") String eventTopic,
        @DefaultValue("7d") Duration topicRetention,
        @DefaultValue("20000000") int mostEvents,
        @DefaultValue("1000") int mostIncidents,
        @DefaultValue("ledger") String owner) {

    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(15);

    ReconciliationSettings {
        requireWithin("accounts-in-slice", accountsInSlice, 1, 1_000);
        requireWithin("markets-in-slice", marketsInSlice, 1, 200);
        requireWithin("blocks-in-part", blocksInPart, 1, 100_000);
        requireWithin("most-events", mostEvents, 1_000, 100_000_000);
        requireWithin("most-incidents", mostIncidents, 1, 100_000);
        if (lease.compareTo(SHORTEST_LEASE) < 0 || longestPause.compareTo(lease.dividedBy(2)) > 0) {
            throw new IllegalArgumentException(
                    "matchnight.reconciliation.lease is 15 s at least, and longest-pause at most half of it");
        }
        if (!interval.isPositive() || !poll.isPositive()) {
            throw new IllegalArgumentException("matchnight.reconciliation.interval and poll are above zero");
        }
    }

    private static void requireWithin(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "matchnight.reconciliation." + name + " is " + least + " to " + most + ", not " + value);
        }
    }

    boolean isQuiet(LocalTime utc) {
        if (quietFrom.equals(quietUntil)) {
            return false;
        }
        boolean begun = !utc.isBefore(quietFrom);
        boolean over = !utc.isBefore(quietUntil);
        return quietFrom.isBefore(quietUntil) ? begun && !over : begun || !over;
    }

    /** From this time of the quiet hours to their end. */
    Duration quietLeft(LocalTime utc) {
        Duration left = Duration.between(utc, quietUntil);
        return left.isNegative() ? left.plusDays(1) : left;
    }
}
