package matchnight.settlement.maintenance;

import java.util.List;

/** What became of a day that was to be retired. */
public sealed interface RetireOutcome {

    /** The day has gone; its accounts' balances were carried forward where they had not been before. */
    record Retired(long accountsCarried) implements RetireOutcome {}

    /** The day stays, and everything is as it was. */
    record Refused(List<Obstacle> obstacles) implements RetireOutcome {

        public Refused {
            obstacles = List.copyOf(obstacles);
        }
    }

    /** Another instance of the worker is at it. */
    record InOtherHands() implements RetireOutcome {}
}
