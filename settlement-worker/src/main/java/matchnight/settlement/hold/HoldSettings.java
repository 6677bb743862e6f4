package matchnight.settlement.hold;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How deadlines of bets are watched.
 *
 * @param sweepInterval between two sweeps
 * @param longestWindow deadlines that one step of a sweep takes in; what is behind is caught up in steps of this length
 * @param betsOnPage bets that one transaction looks at, 1 to 10,000
 * @param pagesInSweep transactions of one sweep at most, so that a long way is gone in many sweeps
 * @param closingLimit how long to wait for the transactions that may still write a bet or a settlement of before; longer
 *     than their transaction_timeout
 */
@ConfigurationProperties("matchnight.holds")
record HoldSettings(
        @DefaultValue("5s") Duration sweepInterval,
        @DefaultValue("1m") Duration longestWindow,
        @DefaultValue("2000") int betsOnPage,
        @DefaultValue("20") int pagesInSweep,
        @DefaultValue("12s") Duration closingLimit) {

    HoldSettings {
        if (betsOnPage < 1 || betsOnPage > 10_000 || pagesInSweep < 1) {
            throw new IllegalArgumentException(
                    "matchnight.holds.bets-on-page is 1 to 10000 and pages-in-sweep at least 1, not " + betsOnPage
                            + " and " + pagesInSweep);
        }
        if (longestWindow.toMillis() < 1) {
            throw new IllegalArgumentException("matchnight.holds.longest-window is a millisecond at least");
        }
    }
}
