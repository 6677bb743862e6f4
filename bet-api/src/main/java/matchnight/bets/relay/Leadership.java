package matchnight.bets.relay;

import java.sql.SQLException;
import java.time.Duration;
import matchnight.ledger.barrier.RunningTransactions;

/**
 * One term of leading: closes a window, relays it page by page, and keeps the lease meanwhile.
 *
 * <p>A failure ends the term; what it had relayed by then is on the cursor.
 */
final class Leadership {

    private static final Duration WRITER_POLL = Duration.ofMillis(2);

    // After a failure the first page is a single row: a row that the broker refuses is tried alone, and those behind it
    // do not go out again with every attempt.
    private static final int ROWS_AFTER_FAILURE = 1;

    private final RelayCursor cursor;
    private final OutboxReader outbox;
    private final EventPublisher publisher;
    private final RelaySettings settings;
    private final RelayMetrics metrics;
    private final StopSignal stop;

    private Lease lease;
    private Position position;
    private int pageRows;

    Leadership(
            RelayCursor.Term term,
            RelayCursor cursor,
            OutboxReader outbox,
            EventPublisher publisher,
            RelaySettings settings,
            RelayMetrics metrics,
            StopSignal stop) {
        this.lease = term.lease();
        this.position = term.position();
        this.pageRows = term.failedAttempts() > 0 ? ROWS_AFTER_FAILURE : settings.pageRows();
        this.cursor = cursor;
        this.outbox = outbox;
        this.publisher = publisher;
        this.settings = settings;
        this.metrics = metrics;
        this.stop = stop;
    }

    /**
     * Relays everything that is committed now and returns at once when there is nothing.
     *
     * @throws LeaseLostException if another relay leads
     * @throws PublishFailedException if the broker did not acknowledge everything
     */
    void relayOnce() throws SQLException {
        keepLease(settings.leaseNeededForPage());
        Horizon horizon = outbox.readHorizon();
        if (horizon.lastDrawnId() < position.lastOutboxId()) {
            throw new IllegalStateException("The outbox's sequence stands at " + horizon.lastDrawnId()
                    + ", before the relay's cursor at " + position.lastOutboxId()
                    + ": the database was restored without one of them");
        }
        if (horizon.lastDrawnId() > position.lastOutboxId() && awaitWriters()) {
            relayWindow(horizon);
        }
    }

    private boolean awaitWriters() throws SQLException {
        RunningTransactions writers = outbox.noteWriters();
        while (!writers.haveEnded()) {
            if (stop.given(WRITER_POLL)) {
                return false;
            }
            keepLease(settings.leaseNeededForPage());
        }
        return true;
    }

    private void relayWindow(Horizon horizon) {
        while (position.lastOutboxId() < horizon.lastDrawnId() && !stop.given()) {
            OutboxPage page = outbox.readPage(position, horizon, pageRows);
            long readAtNanos = System.nanoTime();
            if (!page.isEmpty()) {
                publish(page);
                metrics.acknowledged(page, Duration.ofNanos(System.nanoTime() - readAtNanos));
            }
            cursor.advance(lease, position, page.next());
            position = page.next();
            pageRows = settings.pageRows();
        }
    }

    private void publish(OutboxPage page) {
        keepLease(settings.leaseNeededForPage());
        try {
            publisher.publish(
                    page.events(),
                    lease.endsAtNanos() - settings.leaseNeededToSend().toNanos());
        } catch (PublishFailedException failure) {
            Position acknowledged = page.after(failure.acknowledged(), position);
            cursor.recordFailure(lease, position, acknowledged, String.valueOf(failure.getMessage()));
            throw failure;
        }
    }

    /** Notes on the cursor why the term ends. */
    void recordFailure(String error) {
        cursor.recordFailure(lease, position, position, error);
    }

    private void keepLease(Duration needed) {
        if (lease.endsWithin(needed.plus(renewalLead()))) {
            lease = cursor.renew(lease);
        }
    }

    // Renewed when a sixth of it is used up, or when what a page needs is nearer than that.
    private Duration renewalLead() {
        return settings.lease().minus(settings.leaseNeededForPage()).dividedBy(2);
    }

    /** Ends the term of its own will. */
    void end() {
        cursor.free(lease);
    }
}
