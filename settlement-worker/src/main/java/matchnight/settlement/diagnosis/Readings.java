package matchnight.settlement.diagnosis;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was read of a running system over some seconds. Whatever could not be read is null, and no verdict is founded on it; a
 * mean is taken over the samples.
 *
 * @param spanSeconds from the first sample to the last
 * @param blocking empty-handed (zero rounds) when no sample saw a wait for a lock: nobody was asked then
 * @param transactions what is open or holds old row versions back, oldest first
 * @param tables those with the most dead rows
 * @param statements those with the most total time, over the span and over all that is counted
 * @param absent what could not be read, and why
 */
public record Readings(
        @Nullable Instant takenAt,
        @Nullable Double spanSeconds,
        @Nullable Sessions sessions,
        @Nullable Blocking blocking,
        @Nullable List<Exclusive> exclusiveLocks,
        @Nullable List<OpenTransaction> transactions,
        @Nullable List<Table> tables,
        @Nullable List<Slot> slots,
        @Nullable List<Standby> standbys,
        @Nullable List<Statement> statements,
        @Nullable List<UnusedIndex> unusedIndexes,
        @Nullable List<Pool> pools,
        @Nullable List<PoolerPool> pooler,
        @Nullable Placement placement,
        @Nullable Backlog backlog,
        @Nullable Outbox outbox,
        @Nullable List<Absence> absent) {

    public Readings {
        exclusiveLocks = copy(exclusiveLocks);
        transactions = copy(transactions);
        tables = copy(tables);
        slots = copy(slots);
        standbys = copy(standbys);
        statements = copy(statements);
        unusedIndexes = copy(unusedIndexes);
        pools = copy(pools);
        pooler = copy(pooler);
        absent = copy(absent);
    }

    /**
     * Sessions of clients, without those that looked.
     *
     * @param samples how many samples the means are of
     * @param databaseCores of the database's machine
     * @param connections mean, whatever they do
     * @param active mean of those that run a statement, waiting or not
     * @param onProcessor mean of those active that wait for nothing
     */
    public record Sessions(
            int samples,
            double databaseCores,
            @Nullable Integer maxConnections,
            double connections,
            double active,
            double onProcessor,
            double idleInTransaction,
            List<Wait> waits,
            List<Role> roles) {

        public Sessions {
            waits = needed(waits, "waits");
            roles = needed(roles, "roles");
        }
    }

    /** Sessions of a role in this database that wait for one event, while active. */
    public record Wait(String role, String type, String event, double sessions) {

        public Wait {
            require(role, "role");
            require(type, "type");
            require(event, "event");
        }
    }

    /** Sessions of a role in this database. */
    public record Role(String role, double active, double idleInTransaction) {

        public Role {
            require(role, "role");
        }
    }

    /**
     * Who keeps others waiting. Asked for in a few of the samples only: every answer stops the lock manager for a moment.
     *
     * @param transactions different transactions that stood at the root of a chain of waiters
     * @param mostWantedRow the row that most waited for in one round; null when nobody queued for a row
     */
    public record Blocking(
            int rounds,
            int transactions,
            List<Root> roots,
            @Nullable WantedRow mostWantedRow) {

        public Blocking {
            roots = needed(roots, "roots");
        }
    }

    /**
     * A session that waits for nobody while others wait for it.
     *
     * @param waiters of all rounds added up, through chains
     * @param transactionSeconds how long its transaction was open at most
     * @param query begins with, of its newest statement
     */
    public record Root(
            long pid,
            String role,
            @Nullable String application,
            @Nullable String state,
            int waiters,
            @Nullable Double transactionSeconds,
            @Nullable String query) {

        public Root {
            require(role, "role");
        }
    }

    /** A row by its place in a table; waiters are the most that one round saw, of so many waiting for rows at all. */
    public record WantedRow(String table, String place, int waiters, int rowWaiters) {

        public WantedRow {
            require(table, "table");
            require(place, "place");
        }
    }

    /** A session that has or wants a table for itself alone. */
    public record Exclusive(
            long pid,
            String role,
            String table,
            boolean granted,
            int waiters,
            @Nullable Double transactionSeconds,
            @Nullable String query) {

        public Exclusive {
            require(role, "role");
            require(table, "table");
        }
    }

    /**
     * Something that is open.
     *
     * @param kind SESSION, PREPARED, SLOT or STANDBY
     * @param name a session's process id, a prepared transaction's, slot's or standby's name
     * @param seconds since it began; null where nobody keeps the time
     * @param xminAge transactions begun since the oldest one that it may still see; null when it holds back nothing
     */
    public record OpenTransaction(
            String kind,
            String name,
            @Nullable String role,
            @Nullable String application,
            @Nullable String state,
            @Nullable Double seconds,
            @Nullable Long xminAge) {

        public OpenTransaction {
            require(kind, "kind");
            require(name, "name");
        }
    }

    /**
     * A table's dead rows and its upkeep.
     *
     * @param deadRowsBefore at the beginning of the span
     * @param vacuumThreshold dead rows from which autovacuum wants the table; null when it is off for it
     * @param hotShare of the updates of the span where there were a hundred, else of all that are counted, 0 to 1
     * @param autovacuumSeconds since the last one ended; null if there was none
     */
    public record Table(
            String table,
            double liveRows,
            double deadRows,
            @Nullable Double deadRowsBefore,
            @Nullable Double vacuumThreshold,
            @Nullable Double hotShare,
            @Nullable Double autovacuumSeconds,
            boolean vacuumRunning) {

        public Table {
            require(table, "table");
        }
    }

    /** A replication slot, with what may be lost of it. */
    public record Slot(
            String slot,
            boolean active,
            @Nullable String walStatus,
            @Nullable Long safeWalBytes,
            @Nullable Long retainedWalBytes) {

        public Slot {
            require(slot, "slot");
        }
    }

    /** A standby as the primary sees it. */
    public record Standby(
            String standby,
            @Nullable String state,
            @Nullable String syncState,
            @Nullable Double replayLagSeconds) {

        public Standby {
            require(standby, "standby");
        }
    }

    /**
     * A statement as pg_stat_statements counts it.
     *
     * @param meanMillisBefore of the calls before the span; null where there were none
     * @param totalMillisInSpan time that its calls of the span took, added up
     * @param estimatedRows a call, of the generic plan; null where the statement was not explained
     */
    public record Statement(
            String id,
            @Nullable String query,
            double calls,
            double totalMillis,
            double callsInSpan,
            double totalMillisInSpan,
            @Nullable Double meanMillisBefore,
            @Nullable Double rowsPerCall,
            @Nullable Double estimatedRows,
            @Nullable String plan) {

        public Statement {
            require(id, "id");
        }

        /** Null when it was not called in the span. */
        @Nullable
        Double meanMillisInSpan() {
            return callsInSpan > 0 ? totalMillisInSpan / callsInSpan : null;
        }
    }

    /** An index that no statement has used since the statistics began and that no constraint needs. */
    public record UnusedIndex(String index, String table, long bytes) {

        public UnusedIndex {
            require(index, "index");
            require(table, "table");
        }
    }

    /**
     * A service's pool of connections, added up over its instances.
     *
     * @param pending mean of the threads that wait for a connection
     * @param acquireMillis mean wait for one in the span; null where none was taken
     */
    public record Pool(
            String service,
            String pool,
            String role,
            double size,
            double active,
            double pending,
            @Nullable Double acquireMillis,
            double timeouts) {

        public Pool {
            require(service, "service");
            require(pool, "pool");
            require(role, "role");
        }
    }

    /** A line of PgBouncer's SHOW POOLS. */
    public record PoolerPool(
            String database,
            String user,
            long clientsActive,
            long clientsWaiting,
            long serversActive,
            long serversIdle,
            double longestWaitSeconds) {

        public PoolerPool {
            require(database, "database");
            require(user, "user");
        }
    }

    /**
     * Placement in the span, over all instances of bet-api.
     *
     * @param p99Millis null when nothing was placed
     * @param collectorShare of the span that the garbage collector stopped an instance, 0 to 1, of all instances together
     * @param processorShare of the machine's processors that the busiest instance takes, 0 to 1
     */
    public record Placement(
            double answeredPerSecond,
            @Nullable Double p99Millis,
            @Nullable Double collectorShare,
            @Nullable Double processorShare) {}

    /**
     * Results that are not wholly applied.
     *
     * @param ageSeconds of the oldest one
     * @param settledPerSecond settlements written in the span
     * @param remainingBets of the markets that wait, a lower bound when there are very many; null when not counted
     * @param paused what a person paused, with who and why
     * @param failing parts whose batches fail, with the error
     * @param rebalances of the consumer in the last minutes, without those of its start
     * @param waitingResults results that wait for a market that nobody knows
     */
    public record Backlog(
            double ageSeconds,
            double settledPerSecond,
            @Nullable Long remainingBets,
            @Nullable List<String> paused,
            @Nullable List<String> failing,
            @Nullable Integer rebalances,
            @Nullable Integer waitingResults) {

        public Backlog {
            paused = copy(paused);
            failing = copy(failing);
        }
    }

    /**
     * Events that are not published.
     *
     * @param ageSeconds of the oldest one
     * @param brokerUp whether the broker answers the worker
     * @param lease who leads, null when nobody does
     * @param lastError what the relay failed by last
     */
    public record Outbox(
            double ageSeconds,
            boolean brokerUp,
            @Nullable String lease,
            int attempts,
            @Nullable String lastError) {}

    /** Something that could not be read. */
    public record Absence(String reading, String why) {

        public Absence {
            require(reading, "reading");
            require(why, "why");
        }
    }

    // Readings may come from a file: what a rule goes by is there, whoever wrote it.
    private static void require(@Nullable String member, String name) {
        if (member == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
    }

    private static <T> List<T> needed(@Nullable List<T> list, String name) {
        List<T> copied = copy(list);
        if (copied == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return copied;
    }

    private static <T> @Nullable List<T> copy(@Nullable List<T> list) {
        if (list != null && list.stream().anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("a list holds null");
        }
        return list == null ? null : List.copyOf(list);
    }
}
