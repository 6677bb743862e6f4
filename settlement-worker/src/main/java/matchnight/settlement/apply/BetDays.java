package matchnight.settlement.apply;

import java.time.Duration;
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

    /** The UTC day of one bet. */
    static BetDays of(UUID betId) {
        long day = (betId.getMostSignificantBits() >>> BITS_BEHIND_MILLIS) / DAY_MILLIS;
        return new BetDays(beginningOf(day), beginningOf(day + 1));
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
