package matchnight.bench.placement;

import java.sql.SQLException;
import matchnight.bench.report.Check;
import matchnight.ledger.audit.Invariant;

/** Judges what a run has left in the product's database: published, as it was answered, and right to the last penny. */
final class StoredMoney {

    private StoredMoney() {}

    static void judge(PlacementRun run) throws SQLException {
        run.awaitRelay();
        run.check("the relay published everything", run.rowsBehind() == 0, run.rowsBehind() + " outbox rows behind");
        run.add(AnswersAreStored.check(run.superuser(), run.numbers()));
        for (Invariant invariant : Invariant.all()) {
            run.add(Check.of(invariant.check(run.superuser())));
        }
    }
}
