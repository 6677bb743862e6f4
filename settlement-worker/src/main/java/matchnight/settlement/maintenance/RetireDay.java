package matchnight.settlement.maintenance;

import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Retires one day: carries its balances forward, detaches its partitions, archives them.
 *
 * <p>Every step looks at what is there and may be repeated, so that a retirement that was interrupted anywhere is gone on
 * with by the next call. Legs go first, so that no market's page finds the day's bets any more; then settlements, so that
 * nothing can be written about them; and only then it is asked once more whether a bet is open, since a correction may have
 * come in between. If so, the day is put back. Bets follow when nothing refers to them, then events and entries.
 */
final class RetireDay {

    private static final int ACCOUNTS_A_CALL = 500;

    private final Retirements retirements;
    private final Detachment detachment;
    private final @Nullable DayArchive archive;
    private final String worker;

    /**
     * Prepares for any number of days.
     *
     * @param archive null to keep retired tables in the schema archive
     * @param worker names this process among the others
     */
    RetireDay(DataSource maintenance, @Nullable DayArchive archive, String worker) {
        this.retirements = new Retirements(maintenance);
        this.detachment = new Detachment(maintenance, retirements);
        this.archive = archive;
        this.worker = worker;
    }

    /**
     * Retires the day, or goes on where an earlier call was interrupted.
     *
     * @param actor who wanted it, for the record
     * @throws SQLException if it could not be finished now; a later call goes on from there
     */
    RetireOutcome retire(LocalDate day, String actor) throws SQLException, IOException, InterruptedException {
        if (!retirements.hasBegun(day)) {
            List<Obstacle> obstacles = retirements.obstacles(day);
            if (!obstacles.isEmpty()) {
                return new RetireOutcome.Refused(obstacles);
            }
        }
        try {
            return new Turn(day, actor).run();
        } catch (LeaseLost lost) {
            return new RetireOutcome.InOtherHands();
        }
    }

    private static final class LeaseLost extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final class Turn {

        private final LocalDate day;
        private final String actor;

        Turn(LocalDate day, String actor) {
            this.day = day;
            this.actor = actor;
        }

        RetireOutcome run() throws SQLException, IOException, InterruptedException, LeaseLost {
            hold();
            detach("bet_leg");
            detach("bet_settlement");
            // While the bets can still be had back. Once they are out of reach they cannot have been opened again.
            if (retirements.state(day, "bet") == PartitionState.ATTACHED) {
                List<Obstacle> obstacles = retirements.obstacles(day);
                if (!obstacles.isEmpty()) {
                    PatientStep.run(() -> retirements.abandon(day));
                    return new RetireOutcome.Refused(obstacles);
                }
            }
            PatientStep.run(() -> retirements.release(day, "bet_leg"));
            PatientStep.run(() -> retirements.release(day, "bet_settlement"));
            detach("bet");
            detach("outbox");
            long carried = carryForward();
            detach("ledger_entry");
            archive();
            retirements.finish(day, carried);
            return new RetireOutcome.Retired(carried);
        }

        private void hold() throws SQLException, LeaseLost {
            if (!retirements.hold(day, worker, actor)) {
                throw new LeaseLost();
            }
        }

        private void detach(String table) throws SQLException, InterruptedException, LeaseLost {
            hold();
            detachment.detach(day, table);
        }

        private long carryForward() throws SQLException, LeaseLost {
            long carried = 0;
            Retirements.@Nullable Carried page = null;
            do {
                hold();
                page = retirements.carryForward(
                        day, page == null || page.lastAccount() == null ? "" : page.lastAccount(), ACCOUNTS_A_CALL);
                carried += page.carried();
            } while (page.accounts() == ACCOUNTS_A_CALL);
            long left = retirements.uncarriedAccounts(day);
            if (left > 0) {
                throw new IllegalStateException("The entries of " + day + " hold balances of " + left
                        + " accounts that were not carried forward");
            }
            return carried;
        }

        private void archive() throws SQLException, IOException, InterruptedException, LeaseLost {
            List<String> detached = new ArrayList<>();
            for (Map.Entry<String, PartitionState> table :
                    retirements.states(day).entrySet()) {
                if (table.getValue() == PartitionState.DETACHED) {
                    detached.add(table.getKey());
                }
            }
            if (archive == null) {
                keep(detached);
            } else {
                writeAndDrop(archive, detached);
            }
        }

        private void keep(List<String> tables) throws SQLException, InterruptedException, LeaseLost {
            for (String table : tables) {
                hold();
                PatientStep.run(() -> retirements.keep(day, table));
            }
        }

        private void writeAndDrop(DayArchive files, List<String> tables)
                throws SQLException, IOException, InterruptedException, LeaseLost {
            List<ArchivedTable> written = new ArrayList<>();
            for (String table : tables) {
                hold();
                written.add(files.write(day, table));
            }
            List<ArchivedTable> all = new ArrayList<>(retirements.files(day));
            all.addAll(written);
            files.writeManifest(day, all);
            for (ArchivedTable table : written) {
                hold();
                PatientStep.run(() -> retirements.drop(day, table.table(), table));
            }
        }
    }
}
