package matchnight.settlement.maintenance;

import java.time.LocalDate;
import java.util.List;

/**
 * A day and what is in the way of retiring it.
 *
 * @param begun whether its retirement was begun and has not ended
 */
public record DayOutlook(LocalDate day, boolean begun, List<Obstacle> obstacles) {

    public DayOutlook {
        obstacles = List.copyOf(obstacles);
    }
}
