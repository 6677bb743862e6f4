package matchnight.settlement.apply;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The turns that this worker's lanes are at, and whether they may begin new ones. While it is drained they finish the batch
 * in hand, give their leases back and stay idle; other workers go on.
 */
public final class LaneTurns {

    private final String owner;
    private int lanesAlive;
    private int atWork;
    private volatile @Nullable Drain drain;

    /** Who drained the worker, when and why. */
    public record Drain(Instant since, String by, String reason) {}

    /**
     * Begins undrained.
     *
     * @param owner the name that this worker's leases carry
     */
    public LaneTurns(String owner) {
        this.owner = owner;
    }

    /** The name that this worker's leases carry. */
    public String owner() {
        return owner;
    }

    synchronized void laneBegan() {
        lanesAlive++;
    }

    synchronized void laneEnded() {
        lanesAlive--;
    }

    /** Begins a turn unless the worker is drained; who began one must {@link #end} it. */
    synchronized boolean tryBegin() {
        if (drain != null) {
            return false;
        }
        atWork++;
        return true;
    }

    synchronized void end() {
        atWork--;
        notifyAll();
    }

    /** Lets no further turn begin. Draining again keeps who did it first. */
    public synchronized void drain(Drain by) {
        if (drain == null) {
            drain = by;
        }
    }

    /** Lets turns begin again. */
    public void goOn() {
        drain = null;
    }

    /** Null unless the worker is drained. */
    public @Nullable Drain drained() {
        return drain;
    }

    boolean isDraining() {
        return drain != null;
    }

    /** Lanes whose threads run. */
    public synchronized int lanesAlive() {
        return lanesAlive;
    }

    /** Lanes that look for a turn or are at one. */
    public synchronized int atWork() {
        return atWork;
    }

    /** Returns when no lane is at work any more, or after {@code limit}. */
    public synchronized void awaitNoneAtWork(Duration limit) {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        try {
            for (long left = limit.toNanos(); atWork > 0 && left > 0; left = deadlineNanos - System.nanoTime()) {
                wait(Math.max(1, left / 1_000_000));
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
