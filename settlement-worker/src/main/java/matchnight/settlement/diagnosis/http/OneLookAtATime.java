package matchnight.settlement.diagnosis.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import matchnight.settlement.diagnosis.Diagnosis;
import matchnight.settlement.diagnosis.Thresholds;
import matchnight.settlement.diagnosis.reading.TakeReadings;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;

/** Looks that are asked for at once are taken one after the other, and few may wait: they are asked for when it hurts already. */
final class OneLookAtATime {

    private static final int MOST_ASKING = 3;
    private static final int WAIT_SECONDS = 10;

    private final TakeReadings readings;
    private final Thresholds thresholds;
    private final Semaphore asking = new Semaphore(MOST_ASKING);
    private final Semaphore turn = new Semaphore(1, true);

    OneLookAtATime(TakeReadings readings, Thresholds thresholds) {
        this.readings = readings;
        this.thresholds = thresholds;
    }

    /**
     * Takes readings and judges them.
     *
     * @throws ProblemException BUSY when too many ask
     */
    Diagnosis look() throws InterruptedException {
        if (!asking.tryAcquire()) {
            throw busy();
        }
        try {
            return inTurn();
        } finally {
            asking.release();
        }
    }

    private Diagnosis inTurn() throws InterruptedException {
        if (!turn.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw busy();
        }
        try {
            return Diagnosis.of(readings.take(), thresholds);
        } finally {
            turn.release();
        }
    }

    private static ProblemException busy() {
        return new ProblemException(Problem.of(ProblemCode.BUSY, "Others look already; try again shortly"));
    }
}
