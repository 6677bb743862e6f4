package matchnight.settlement.replay;

import java.time.Duration;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;

/** Until when one call may go on reading. */
public final class Deadline {

    private final Duration limit;
    private final long endNanos;

    private Deadline(Duration limit) {
        this.limit = limit;
        this.endNanos = System.nanoTime() + limit.toNanos();
    }

    public static Deadline in(Duration limit) {
        return new Deadline(limit);
    }

    /**
     * Ends the call when its time is over.
     *
     * @throws ProblemException 409
     */
    public void requireTimeLeft() {
        if (System.nanoTime() - endNanos >= 0) {
            throw tooMuch("It takes longer than the " + limit.toSeconds() + " s of matchnight.replay.limit");
        }
    }

    /** Ends a call that asks for more than one call may do. */
    public static ProblemException tooMuch(String what) {
        return new ProblemException(Problem.of(ProblemCode.CONFLICT, what + ": ask for less, by time or by markets"));
    }
}
