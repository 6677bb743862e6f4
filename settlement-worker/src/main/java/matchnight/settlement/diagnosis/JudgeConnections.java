package matchnight.settlement.diagnosis;

import static matchnight.settlement.diagnosis.Verdict.Evidence.atLeast;
import static matchnight.settlement.diagnosis.Verdict.Evidence.below;
import static matchnight.settlement.diagnosis.Verdict.Evidence.beside;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import matchnight.settlement.diagnosis.Readings.Pool;
import matchnight.settlement.diagnosis.Readings.Statement;
import org.jspecify.annotations.Nullable;

/** Too few connections, too many, or sessions that compute. */
final class JudgeConnections {

    private JudgeConnections() {}

    static Optional<Verdict> connections(Facts facts) {
        return facts.pendingPool()
                .filter(pool -> !JudgeLocks.isHeldByLocks(facts, pool))
                .filter(pool -> facts.active(pool.role()) < facts.poolSize(pool.role()))
                .map(pool -> connections(facts, pool));
    }

    private static Verdict connections(Facts facts, Pool pool) {
        Double acquire = pool.acquireMillis();
        return Verdict.of(
                Mechanism.CONNECTIONS,
                "Threads of " + pool.service() + " wait for the pool " + pool.pool() + " while the database has room.",
                "Lock waits that rise with them, or as many active sessions as the pool has connections.",
                atLeast(
                        "threads that wait for a connection",
                        pool.pending(),
                        "threads",
                        facts.limits().poolPendingThreads()),
                beside("mean wait for a connection", acquire == null ? 0 : acquire, "ms"),
                below(
                        "active sessions of " + pool.role(),
                        facts.active(pool.role()),
                        "sessions",
                        facts.poolSize(pool.role())),
                below(
                        "sessions of " + pool.role() + " that wait for locks",
                        facts.lockWaits(pool.role()),
                        "sessions",
                        facts.limits().rowWaitSessions()));
    }

    static Optional<Verdict> tooMany(Facts facts) {
        double active = facts.sessions().active();
        double limit = facts.limits().activeSessionsPerCore() * facts.sessions().databaseCores();
        double mostLocked = facts.limits().lockShareOfActive() * active;
        return active < limit || facts.lockWaits() >= mostLocked
                ? Optional.empty()
                : Optional.of(Verdict.of(
                        Mechanism.TOO_MANY_CONNECTIONS,
                        "Many times more sessions run at once than there are cores.",
                        "As many active sessions behind locks, or no better latency with fewer of them.",
                        atLeast("active sessions", active, "sessions", limit),
                        beside("cores of the database", facts.sessions().databaseCores(), "cores"),
                        below("sessions that wait for locks", facts.lockWaits(), "sessions", mostLocked)));
    }

    static Optional<Verdict> planChanged(Facts facts) {
        if (!facts.isProcessorFull() || facts.lockWaits() >= facts.limits().rowWaitSessions()) {
            return Optional.empty();
        }
        List<Statement> statements = Facts.given(facts.readings().statements());
        double all =
                statements.stream().mapToDouble(Statement::totalMillisInSpan).sum();
        return statements.stream()
                .map(statement -> slowed(facts, statement, all))
                .filter(Objects::nonNull)
                .max(Comparator.comparingDouble(Slowed::share))
                .map(slowed -> verdict(facts, slowed));
    }

    private record Slowed(Statement statement, double before, double now, double share) {}

    private static @Nullable Slowed slowed(Facts facts, Statement statement, double all) {
        Double before = statement.meanMillisBefore();
        Double now = statement.meanMillisInSpan();
        if (before == null || now == null || all <= 0) {
            return null;
        }
        double share = statement.totalMillisInSpan() / all;
        Thresholds limits = facts.limits();
        boolean isSlowed = now >= limits.statementMillis()
                && now >= limits.statementSlowdown() * before
                && share >= limits.statementShareOfTime();
        return isSlowed ? new Slowed(statement, before, now, share) : null;
    }

    private static Verdict verdict(Facts facts, Slowed slowed) {
        String query = slowed.statement().query();
        return Verdict.of(
                Mechanism.PLAN_CHANGED,
                "A statement takes many times as long as before: "
                        + (query == null ? slowed.statement().id() : query),
                "The same plan as before under EXPLAIN, or as many times the rows asked for.",
                atLeast(
                        "sessions that wait for nothing",
                        facts.sessions().onProcessor(),
                        "sessions",
                        facts.processorLimit()),
                atLeast("its mean time", slowed.now(), "ms", facts.limits().statementSlowdown() * slowed.before()),
                beside("its mean time before", slowed.before(), "ms"),
                atLeast(
                        "its share of all statements' time",
                        slowed.share(),
                        "",
                        facts.limits().statementShareOfTime()));
    }
}
