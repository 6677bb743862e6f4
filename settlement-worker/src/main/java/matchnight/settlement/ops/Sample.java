package matchnight.settlement.ops;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One second of the night. What nothing was heard of is null: a gap, not a zero.
 *
 * @param atMillis since 1970
 * @param placementsPerSecond answered, whatever the answer
 * @param placementP50Millis of the placements answered in this second; null where there were none
 * @param busyPerSecond answers of BUSY by their cause
 * @param settledPerSecond settlement versions committed by this worker
 * @param backlogAgeSeconds of the oldest result that is not wholly applied
 * @param batchBets that the next batch of this worker takes
 * @param lockWaiters sessions of placement that wait for a row
 * @param poolPending threads of bet-api that wait for a connection
 * @param workerPoolPending threads of this worker that wait for a connection
 * @param oldestTransactionSeconds of all roles
 * @param relayAgeSeconds of the oldest outbox row that is not published
 * @param replicaLagSeconds of the standby that is furthest behind; null without one
 */
record Sample(
        long atMillis,
        @Nullable Double placementsPerSecond,
        @Nullable Double placementP50Millis,
        @Nullable Double placementP99Millis,
        @Nullable Map<String, Double> busyPerSecond,
        double settledPerSecond,
        @Nullable Double settlementHoldP99Millis,
        double backlogAgeSeconds,
        double batchBets,
        @Nullable Double lockWaiters,
        @Nullable Double poolPending,
        double workerPoolPending,
        @Nullable Double oldestTransactionSeconds,
        @Nullable Double relayAgeSeconds,
        @Nullable Double replicaLagSeconds) {}
