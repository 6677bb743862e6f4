package matchnight.bench.load;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;

/**
 * Exchanges over a bounded number of kept-alive connections; whoever comes when all are busy waits. Made for many virtual threads.
 *
 * <p>It never sends a request twice by itself: retries are the caller's, who knows the key.
 */
public final class HttpClient implements AutoCloseable {

    private final URI base;
    private final Duration answerLimit;
    private final Semaphore inFlight;
    private final Deque<HttpConnection> idle = new ConcurrentLinkedDeque<>();

    /**
     * Opens nothing yet.
     *
     * @param inFlightMax how many requests may be without answer at one time
     * @param answerLimit how long to wait for one; after it the request counts as unanswered
     */
    public HttpClient(URI base, int inFlightMax, Duration answerLimit) {
        this.base = base;
        this.answerLimit = answerLimit;
        this.inFlight = new Semaphore(inFlightMax, true);
    }

    /**
     * Sends the request and waits for its answer.
     *
     * @throws IOException if there is no whole answer: the request may have been carried out all the same
     */
    public HttpAnswer exchange(HttpRequest request) throws IOException {
        return exchange(request, _ -> {});
    }

    /**
     * The same, and tells when the request really went out: {@link System#nanoTime} after any wait for a connection.
     *
     * @throws IOException if there is no whole answer: the request may have been carried out all the same
     */
    HttpAnswer exchange(HttpRequest request, LongConsumer sentNanos) throws IOException {
        inFlight.acquireUninterruptibly();
        try {
            HttpConnection connection = idleOrNew();
            try {
                sentNanos.accept(System.nanoTime());
                return connection.exchange(request);
            } catch (IOException broken) {
                // What broke this one has likely ended those that were kept beside it: a service that was killed ends
                // all of them, and a caller's attempts must not be spent on each in turn.
                close();
                throw broken;
            } finally {
                giveBack(connection);
            }
        } finally {
            inFlight.release();
        }
    }

    private HttpConnection idleOrNew() throws IOException {
        HttpConnection kept = idle.pollFirst();
        return kept != null ? kept : HttpConnection.open(base, answerLimit);
    }

    private void giveBack(HttpConnection connection) {
        if (connection.isReusable()) {
            idle.addFirst(connection);
        } else {
            connection.close();
        }
    }

    /** Closes the connections that are kept; the next request opens one anew. */
    @Override
    public void close() {
        for (HttpConnection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            kept.close();
        }
    }
}
