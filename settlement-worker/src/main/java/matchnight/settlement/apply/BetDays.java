package matchnight.settlement.apply;

import java.time.Duration;
import java.util.Collection;
import java.util.LongSummaryStatistics;
import java.util.UUID;

/**
 * The days that bets fall in, as bounds of their ids, which begin with the time of acceptance. They stand in the text of a
 * statement, so that the planner sees the few partitions that they leave, however many days are kept.
 *
 * @param first no bet has a smaller id
 * @param behindLast every bet has a smaller id
 */
record BetDays(UUID first, UUID behindLast) {

    private static final UUID BEHIND_ALL = new UUID(-1L, -1L);
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
    private static final int BITS_BEHIND_MILLIS = 16;

    /** From a bet on, without an end. */
    static BetDays from(UUID first) {
        return new BetDays(first, BEHIND_ALL);
    }

    /** From the UTC day of the earliest of these bets to that of the latest; at least one. */
    static BetDays of(Collection<UUID> betIds) {
        LongSummaryStatistics days = betIds.stream().mapToLong(BetDays::dayOf).summaryStatistics();
        return new BetDays(beginningOf(days.getMin()), beginningOf(days.getMax() + 1));
    }

    private static long dayOf(UUID betId) {
        return (betId.getMostSignificantBits() >>> BITS_BEHIND_MILLIS) / DAY_MILLIS;
    }

    private static UUID beginningOf(long day) {
        return new UUID((day * DAY_MILLIS) << BITS_BEHIND_MILLIS, 0);
    }

    /** The statement with the bounds in the place of {@code :first} and {@code :behind_last}. */
    String in(String sql) {
        return sql.replace(":first", literal(first)).replace(":behind_last", literal(behindLast));
    }

    private static String literal(UUID id) {
        return "'" + id + "'::uuid";
    }
}
