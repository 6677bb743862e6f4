package matchnight.bets.commit;

import java.time.Duration;

/**
 * How commands are gathered.
 *
 * @param batch the most commands of one transaction; 1 is a transaction a command
 * @param committers how many transactions run at once
 * @param waitingLanes how many accounts may be waited for at once, each on a connection of its own
 * @param queue the most commands that wait for a transaction; one more is refused at once
 * @param queueWait how long a command may wait for its transaction to begin
 * @param balanceWait how long a balance that is held may be waited for
 * @param deadline how long a caller waits for the outcome
 */
public record GroupCommitSettings(
        int batch,
        int committers,
        int waitingLanes,
        int queue,
        Duration queueWait,
        Duration balanceWait,
        Duration deadline) {

    public GroupCommitSettings {
        if (batch < 1 || committers < 1 || waitingLanes < 1 || queue < 1) {
            throw new IllegalArgumentException("batch, committers, waiting lanes and queue are at least 1");
        }
        if (!queueWait.isPositive() || !balanceWait.isPositive() || deadline.compareTo(queueWait) < 0) {
            throw new IllegalArgumentException("waits are positive, and the queue's is no longer than the deadline");
        }
    }
}
