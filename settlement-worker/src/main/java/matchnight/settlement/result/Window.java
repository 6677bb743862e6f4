package matchnight.settlement.result;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of acceptance times, both ends included; a null end is open.
 *
 * <p>Two windows are the same window when their ends are equal to the microsecond, which is as fine as times are stored.
 */
public record Window(@Nullable Instant from, @Nullable Instant to) {

    public static final Window ALWAYS = new Window(null, null);

    public Window {
        if (from != null && to != null && from.isAfter(to)) {
            throw new IllegalArgumentException("a window ends no earlier than it begins");
        }
    }

    public boolean covers(Instant acceptedAt) {
        return (from == null || !acceptedAt.isBefore(from)) && (to == null || !acceptedAt.isAfter(to));
    }
}
