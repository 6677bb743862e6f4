package matchnight.settlement.diagnosis;

/**
 * From where a reading counts. Each has its reason beside its value in {@code application.yaml}, where it can be changed;
 * {@link #standard()} are the same values for readings that are judged without a service.
 *
 * @param poolPendingThreads mean threads that wait for a connection
 * @param rowWaitSessions mean sessions that wait for a row while threads wait for connections, or settlement is at the root
 * @param rowWaitSessionsAlone mean sessions that wait for a row, with nothing else to be seen
 * @param lockShareOfActive share of a role's active sessions that wait for locks, 0 to 1
 * @param hotRowTransactions different short transactions at the root that make one hot row
 * @param shortTransactionSeconds longest that a placement's transaction takes
 * @param tableWaiters sessions behind one that wants a table alone
 * @param oldTransactionSeconds open for longer is old
 * @param oldXminTransactions the same for what has no time: transactions begun since
 * @param deadRows fewer hurt nobody
 * @param deadRowsOverVacuumThreshold times what autovacuum waits for
 * @param autovacuumSeconds a table that is due is visited sooner
 * @param standbyWaitSessions mean sessions that wait for a standby at COMMIT
 * @param activeSessionsPerCore mean
 * @param processorShare share of the cores that sessions keep busy, 0 to 1
 * @param statementSlowdown times its mean of before
 * @param statementShareOfTime share of the span's statement time, 0 to 1
 * @param statementMillis a faster statement is not looked at
 * @param backlogSeconds age from which a backlog that stands is told
 * @param backlogLimitSeconds age that a backlog may reach while it is worked off
 * @param rebalances in the last minutes
 * @param outboxSeconds age of the oldest event that is not published
 * @param latencyMillis p99 of placement
 */
public record Thresholds(
        double poolPendingThreads,
        double rowWaitSessions,
        double rowWaitSessionsAlone,
        double lockShareOfActive,
        int hotRowTransactions,
        double shortTransactionSeconds,
        int tableWaiters,
        double oldTransactionSeconds,
        long oldXminTransactions,
        double deadRows,
        double deadRowsOverVacuumThreshold,
        double autovacuumSeconds,
        double standbyWaitSessions,
        double activeSessionsPerCore,
        double processorShare,
        double statementSlowdown,
        double statementShareOfTime,
        double statementMillis,
        double backlogSeconds,
        double backlogLimitSeconds,
        int rebalances,
        double outboxSeconds,
        double latencyMillis) {

    /** As they are shipped. */
    public static Thresholds standard() {
        return new Thresholds(
                0.5, 1, 3, 0.5, 3, 1, 1, 5, 10_000, 1_000, 2, 60, 0.5, 4, 0.8, 5, 0.3, 2, 4, 20, 3, 4, 250);
    }
}
