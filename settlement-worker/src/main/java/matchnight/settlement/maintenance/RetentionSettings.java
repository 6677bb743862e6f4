package matchnight.settlement.maintenance;

import java.nio.file.Path;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long history is kept, and where it goes.
 *
 * @param days a day is due when it has been over for so many, 7 at least; never while absent
 * @param archiveDirectory files go there; absent: retired tables stay in the database's schema archive
 * @param quietFrom when scheduled runs may begin, UTC
 * @param quietUntil when none begins any more, UTC; before {@code quietFrom} where the hours go past midnight, and the same
 *     for no scheduled run at all
 * @param mostDaysARun what one run retires at most
 */
@ConfigurationProperties("matchnight.retention")
record RetentionSettings(
        @Nullable Integer days,
        @Nullable Path archiveDirectory,
        @DefaultValue("03:00") LocalTime quietFrom,
        @DefaultValue("06:00") LocalTime quietUntil,
        @DefaultValue("7") int mostDaysARun) {

    private static final int FEWEST_DAYS = 7;

    RetentionSettings {
        if (days != null && days < FEWEST_DAYS) {
            throw new IllegalArgumentException(
                    "matchnight.retention.days must be " + FEWEST_DAYS + " or more, not " + days);
        }
        if (mostDaysARun < 1) {
            throw new IllegalArgumentException("matchnight.retention.most-days-a-run must be 1 or more");
        }
        if (archiveDirectory != null && archiveDirectory.toString().isEmpty()) {
            archiveDirectory = null;
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
}
