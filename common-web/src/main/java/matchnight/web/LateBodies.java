package matchnight.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Takes what still comes of a body after its request was answered, without a thread that waits for it. Goes outside
 * everything else that a service does.
 *
 * <p>The server itself would read such a body on the thread that answered, for as long as the client cares to send: a few
 * hundred half-sent requests, which need no token, hold all threads. Closing the connection at once is no way out: an
 * ordinary client that sends its body after its headers would be reset before it has read the answer. So the answer is sent
 * whole, and the rest is read as it comes, bounded in time and size.
 *
 * <p>A connection that brings a body of untold length serves no other request: what such a body still lacks after the answer
 * is left unread, and the connection closed after that time. Where the end of one is read without blocking, Tomcat 11.0.27
 * begins to serve the connection's next request within the reading of this one.
 */
public final class LateBodies extends ValveBase {

    private final Duration mostWait;
    private final long mostBytes;

    /**
     * Takes late bodies for one service.
     *
     * @param mostWait how long after the answer the connection is kept for the rest of the body
     * @param mostBytes how much of it is taken
     */
    public LateBodies(Duration mostWait, long mostBytes) {
        super(true);
        this.mostWait = mostWait;
        this.mostBytes = mostBytes;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        boolean lengthIsTold = request.getHeader("Transfer-Encoding") == null;
        if (!lengthIsTold) {
            response.setHeader("Connection", "close");
        }
        getNext().invoke(request, response);
        if (!request.isAsync() && !request.isFinished() && isAlive(request)) {
            response.finishResponse();
            response.setErrorReported();
            letTheRestCome(request, lengthIsTold);
        }
    }

    // A connection that failed is closed, whatever was not read of it.
    private static boolean isAlive(Request request) {
        AtomicBoolean failed = new AtomicBoolean();
        request.getCoyoteRequest().action(ActionCode.IS_ERROR, failed);
        return !failed.get();
    }

    private void letTheRestCome(Request request, boolean lengthIsTold) {
        if (request.getContext() == null) {
            // Refused before it had a place to go, such as a TRACE.
            closeWithoutReading(request);
            return;
        }
        // Whatever answered had perhaps no use for it.
        request.setAsyncSupported(true);
        AsyncContext rest = request.startAsync();
        rest.setTimeout(mostWait.toMillis());
        RestOfBody reading = new RestOfBody(request, rest, mostBytes);
        rest.addListener(reading);
        if (lengthIsTold) {
            reading.begin();
        }
    }

    static void closeWithoutReading(Request request) {
        request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
}
