package matchnight.bets.wiring;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Closes the connection of a request that was answered before its body had come. Tomcat would keep the thread to read the rest,
 * as slowly as the client sends it, so that unfinished requests without even a token could take every thread.
 */
final class UnreadBodies extends ValveBase {

    UnreadBodies() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        try {
            getNext().invoke(request, response);
        } finally {
            if (restIsStillToCome(request)) {
                request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
            }
        }
    }

    // What has come already is read in no time, and its connection can be used again.
    private static boolean restIsStillToCome(Request request) {
        org.apache.coyote.Request received = request.getCoyoteRequest();
        AtomicBoolean isWhole = new AtomicBoolean();
        received.action(ActionCode.REQUEST_BODY_FULLY_READ, isWhole);
        if (isWhole.get()) {
            return false;
        }
        long length = received.getContentLengthLong();
        // The parameter says whether to try a read when nothing is there: no.
        boolean triesToRead = false;
        received.action(ActionCode.AVAILABLE, triesToRead);
        return length < 0 || received.getBytesRead() + received.getAvailable() < length;
    }
}
