package matchnight.settlement.maintenance;

import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;

/**
 * Runs a step of the upkeep until its locks are to be had. Where one is not within the role's {@code lock_timeout}, the
 * upkeep steps aside for a while: who wanted the same table was waiting behind it.
 */
final class PatientStep {

    private static final int MOST_ATTEMPTS = 10;
    private static final Duration ASIDE = Duration.ofSeconds(1);

    private PatientStep() {}

    /** What may be tried again as it is after a lock was not to be had. */
    @FunctionalInterface
    interface Step {
        void run() throws SQLException;
    }

    /**
     * Runs the step, and again while it ends for a lock.
     *
     * @throws SQLException what ended it otherwise, or a lock that was not to be had in ten attempts
     */
    static void run(Step step) throws SQLException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                step.run();
                return;
            } catch (SQLException failure) {
                if (attempt == MOST_ATTEMPTS || !isPassing(failure)) {
                    throw failure;
                }
                Thread.sleep(ASIDE);
            }
        }
    }

    private static boolean isPassing(SQLException failure) {
        return DatabaseTrouble.busyCause(failure)
                .filter(EnumSet.of(BusyCause.LOCK_TIMEOUT, BusyCause.DEADLOCK)::contains)
                .isPresent();
    }
}
