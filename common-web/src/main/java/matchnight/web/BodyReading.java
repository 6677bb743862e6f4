package matchnight.web;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies whole. One that has come with its request costs no waiting; one that has not is waited for by few threads at
 * once and for a bounded time, however steadily it trickles, so that unfinished requests cannot take all the threads.
 */
public final class BodyReading {

    private static final int CHUNK_BYTES = 8 * 1024;
    private static final byte[] NOTHING = {};

    private final Semaphore waiting;
    private final long mostWaitNanos;

    /**
     * Reads for one service.
     *
     * @param mostWaiting how many bodies may be waited for at once
     * @param mostWait how long for each, from its first byte to its last
     */
    public BodyReading(int mostWaiting, Duration mostWait) {
        this.waiting = new Semaphore(mostWaiting);
        this.mostWaitNanos = mostWait.toNanos();
    }

    /**
     * Reads the body, and no more than {@code mostBytes} of it.
     *
     * @return null where it did not come in time, or too many others are waited for already
     */
    public byte @Nullable [] read(HttpServletRequest request, int mostBytes) throws IOException {
        ServletInputStream body = request.getInputStream();
        if (body.isFinished()) {
            return NOTHING;
        }
        int length = request.getContentLength();
        int wanted = length >= 0 ? Math.min(length, mostBytes) : mostBytes;
        Received received = new Received(body, wanted);
        // The server says only whether there is something, which a read then takes without waiting.
        if (wanted > 0 && body.available() > 0) {
            received.readOnce();
        }
        if (received.isWhole()) {
            return received.bytes();
        }
        if (!waiting.tryAcquire()) {
            return null;
        }
        try {
            return readInTime(received);
        } finally {
            waiting.release();
        }
    }

    private byte @Nullable [] readInTime(Received received) throws IOException {
        long deadlineNanos = System.nanoTime() + mostWaitNanos;
        while (!received.isWhole()) {
            try {
                received.readOnce();
            } catch (SocketTimeoutException silent) {
                return null;
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                return null;
            }
        }
        return received.bytes();
    }

    /** What has come of one body. */
    private static final class Received {

        private final ServletInputStream body;
        private final int wanted;
        private final byte[] chunk;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean ended;

        Received(ServletInputStream body, int wanted) {
            this.body = body;
            this.wanted = wanted;
            this.chunk = new byte[Math.min(wanted, CHUNK_BYTES)];
        }

        void readOnce() throws IOException {
            int read = body.read(chunk, 0, Math.min(chunk.length, wanted - bytes.size()));
            if (read < 0) {
                ended = true;
            } else {
                bytes.write(chunk, 0, read);
            }
        }

        boolean isWhole() {
            return ended || bytes.size() >= wanted;
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }
}
