package matchnight.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.catalina.connector.Request;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Reads what comes of an answered request's body, as it comes, and ends the request with it. It reads below the servlet's
 * stream, which is closed with the answer.
 */
final class RestOfBody implements ReadListener, AsyncListener, ApplicationBufferHandler {

    private final Request request;
    private final AsyncContext ending;
    private long bytesLeft;
    private ByteBuffer chunk = EMPTY_BUFFER;

    RestOfBody(Request request, AsyncContext ending, long mostBytes) {
        this.request = request;
        this.ending = ending;
        this.bytesLeft = mostBytes;
    }

    void begin() {
        request.getCoyoteRequest().setReadListener(this);
    }

    @Override
    public void onDataAvailable() throws IOException {
        org.apache.coyote.Request body = request.getCoyoteRequest();
        while (!body.isFinished() && body.isReady()) {
            bytesLeft -= Math.max(body.doRead(this), 0);
            if (bytesLeft < 0) {
                giveUp();
                return;
            }
        }
    }

    @Override
    public void onAllDataRead() {
        ending.complete();
    }

    @Override
    public void onTimeout(AsyncEvent timeout) {
        giveUp();
    }

    private void giveUp() {
        LateBodies.closeWithoutReading(request);
        ending.complete();
    }

    @Override
    public void onError(Throwable failure) {
        // The server closes the connection, and has the request end by the other onError.
    }

    @Override
    public void onError(AsyncEvent failure) {
        ending.complete();
    }

    @Override
    public void onComplete(AsyncEvent end) {
        // Nothing is held that would have to be given back.
    }

    @Override
    public void onStartAsync(AsyncEvent start) {
        // Nobody starts it again.
    }

    @Override
    public void setByteBuffer(ByteBuffer buffer) {
        chunk = buffer;
    }

    @Override
    public ByteBuffer getByteBuffer() {
        return chunk;
    }

    @Override
    public void expand(int size) {
        // What is thrown away needs no room.
    }
}
