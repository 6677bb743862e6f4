package matchnight.settlement.diagnosis;

import static matchnight.settlement.diagnosis.Facts.given;
import static matchnight.settlement.diagnosis.Verdict.Evidence.atLeast;
import static matchnight.settlement.diagnosis.Verdict.Evidence.below;
import static matchnight.settlement.diagnosis.Verdict.Evidence.beside;

import java.util.Comparator;
import java.util.Optional;
import matchnight.ledger.barrier.PlacingRoles;
import matchnight.settlement.diagnosis.Readings.Blocking;
import matchnight.settlement.diagnosis.Readings.Pool;
import matchnight.settlement.diagnosis.Readings.Root;
import matchnight.settlement.diagnosis.Readings.WantedRow;

/** Who waits for locks, and who stands at the root of them. */
final class JudgeLocks {

    private JudgeLocks() {}

    static Optional<Verdict> ddlInTraffic(Facts facts) {
        Thresholds limits = facts.limits();
        return given(facts.readings().exclusiveLocks()).stream()
                .filter(lock -> lock.waiters() >= limits.tableWaiters())
                .max(Comparator.comparingInt(Readings.Exclusive::waiters))
                .map(lock -> Verdict.of(
                        Mechanism.DDL_IN_TRAFFIC,
                        "Session " + lock.pid() + " of " + lock.role() + (lock.granted() ? " has " : " waits for ")
                                + "table " + lock.table() + " alone; whoever else wants it waits behind it.",
                        "Waiters that stay when the session of the change has ended.",
                        atLeast("sessions behind the lock", lock.waiters(), "sessions", limits.tableWaiters()),
                        beside("sessions that wait for locks", facts.lockWaits(), "sessions")));
    }

    static Optional<Verdict> settlementBatches(Facts facts) {
        double waits = facts.rowWaitsOfPlacement();
        double share = facts.rootShare(Facts.SETTLING_ROLE::equals);
        double limit = facts.limits().rowWaitSessions();
        if (waits < limit || share < 0.5) {
            return Optional.empty();
        }
        return Optional.of(Verdict.of(
                Mechanism.SETTLEMENT_BATCHES,
                "Placements wait for rows that settlement holds.",
                "Roots of another role, or waits that go on while settlement is paused.",
                atLeast("placements that wait for rows", waits, "sessions", limit),
                atLeast("waiters behind settlement", share, "of all waiters", 0.5)));
    }

    static Optional<Verdict> hotRow(Facts facts) {
        Thresholds limits = facts.limits();
        Blocking blocking = given(facts.readings().blocking());
        WantedRow row = blocking.mostWantedRow();
        double waits = facts.rowWaits();
        double share = facts.rootShare(PlacingRoles.NAMES::contains);
        double longest = blocking.roots().stream()
                .filter(root -> PlacingRoles.NAMES.contains(root.role()))
                .map(Root::transactionSeconds)
                .mapToDouble(seconds -> seconds == null ? 0 : seconds)
                .max()
                .orElse(0);
        if (row == null
                || waits < limits.rowWaitSessions()
                || share < 0.5
                || blocking.transactions() < limits.hotRowTransactions()
                || longest >= limits.shortTransactionSeconds()
                || row.waiters() * 3 < row.rowWaiters()) {
            return Optional.empty();
        }
        return Optional.of(Verdict.of(
                Mechanism.HOT_ROW,
                "Many short placements stand in line for one row of " + row.table() + ", at " + row.place() + ".",
                "One long transaction at the root, or waiters spread over many rows.",
                atLeast("sessions that wait for rows", waits, "sessions", limits.rowWaitSessions()),
                atLeast(
                        "short transactions at the root",
                        blocking.transactions(),
                        "transactions",
                        limits.hotRowTransactions()),
                below("longest of them", longest, "s", limits.shortTransactionSeconds()),
                atLeast("waiters for that row", row.waiters(), "sessions", row.rowWaiters() / 3.0)));
    }

    static Optional<Verdict> contendedRows(Facts facts) {
        Thresholds limits = facts.limits();
        double waits = facts.rowWaits();
        Optional<Pool> pending = facts.pendingPool().filter(pool -> isHeldByLocks(facts, pool));
        double limit = pending.isPresent() ? limits.rowWaitSessions() : limits.rowWaitSessionsAlone();
        if (waits < limit) {
            return Optional.empty();
        }
        String root = facts.mainRoot()
                .map(each -> " At the root: " + Facts.named(each) + ", " + each.state() + ".")
                .orElse("");
        return Optional.of(Verdict.of(
                Mechanism.CONTENDED_ROWS,
                "Sessions wait for rows that others hold; more connections would only wait with them." + root,
                "Threads that still wait for connections when nobody waits for rows.",
                atLeast("sessions that wait for rows", waits, "sessions", limit),
                beside(
                        "threads that wait for a connection",
                        pending.map(Pool::pending).orElse(0.0),
                        "threads"),
                beside("active sessions", facts.sessions().active(), "sessions")));
    }

    /** Most of the pool's active sessions wait for locks. */
    static boolean isHeldByLocks(Facts facts, Pool pool) {
        double waits = facts.lockWaits(pool.role());
        return waits >= facts.limits().rowWaitSessions()
                && waits >= facts.limits().lockShareOfActive() * facts.active(pool.role());
    }

    static Optional<Verdict> standby(Facts facts) {
        double waits = facts.standbyWaits();
        double limit = facts.limits().standbyWaitSessions();
        return waits < limit
                ? Optional.empty()
                : Optional.of(Verdict.of(
                        Mechanism.STANDBY,
                        "Commits wait for a synchronous standby to answer.",
                        "Commits that stay slow with synchronous_standby_names empty.",
                        atLeast("sessions in IPC/SyncRep", waits, "sessions", limit)));
    }
}
