package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import matchnight.bench.report.Check;
import matchnight.ledger.audit.Invariant;

/** Judges what a run has left in the product's database: published, as it was answered, and right to the last penny. */
public final class StoredMoney {

    private StoredMoney() {}

    static void judge(PlacementRun run) throws SQLException {
        judgeRelay(run);
        judgeLedger(run);
    }

    /** Waits for the relay, and checks that nothing was left for it to publish. */
    public static void judgeRelay(PlacementRun run) {
        run.awaitRelay();
        run.check("the relay published everything", run.rowsBehind() == 0, run.rowsBehind() + " outbox rows behind");
    }

    /** Checks that what was answered is stored, and every audit. */
    public static void judgeLedger(PlacementRun run) throws SQLException {
        run.add(AnswersAreStored.check(run.superuser(), run.numbers()));
        for (Invariant invariant : Invariant.all()) {
            run.add(Check.of(invariant.check(run.superuser())));
        }
    }

    /** Checks every audit on the copy too. */
    public static void judgeBaseline(PlacementRun run, String whose) throws SQLException {
        try (Connection baseline = run.stack().baselineAsSuperuser()) {
            grantMemory(baseline);
            for (Invariant invariant : Invariant.all()) {
                Check check = Check.of(invariant.check(baseline));
                run.add(new Check(whose + ": " + check.name(), check.ok(), check.detail()));
            }
        }
    }

    /** The audits join everything with everything; what they are given here is not the product's. */
    public static void grantMemory(Connection superuser) throws SQLException {
        try (Statement statement = superuser.createStatement()) {
            statement.execute("SET work_mem = '256MB'");
        }
    }
}
