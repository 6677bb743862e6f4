package matchnight.settlement.pause;

import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import javax.sql.DataSource;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.apply.LaneTurns;
import matchnight.settlement.audit.AuditLog;

/** Begins the drain of this worker. It is kept in memory: the process that takes over after a restart is not drained. */
final class WorkerDrain {

    private final DataSource worker;
    private final LaneTurns turns;
    private final Clock clock;

    WorkerDrain(DataSource worker, LaneTurns turns, Clock clock) {
        this.worker = worker;
        this.turns = turns;
        this.clock = clock;
    }

    /** Lets the lanes take no new turns, once it is noted who wanted that and why. */
    void begin(String actor, String reason) throws SQLException {
        boolean changes = turns.drained() == null;
        Transaction.run(
                worker,
                connection -> AuditLog.record(
                        connection,
                        actor,
                        "SETTLEMENT_DRAINED",
                        "settlement",
                        reason,
                        Map.of("worker", turns.owner(), "changed", changes)));
        turns.drain(new LaneTurns.Drain(clock.instant(), actor, reason));
    }
}
