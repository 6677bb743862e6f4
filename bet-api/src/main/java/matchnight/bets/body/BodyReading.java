package matchnight.bets.body;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies whole. One that has come with its request costs no waiting; one that has not is waited for by few threads at
 * once and for a bounded time, however steadily it trickles, so that unfinished requests cannot take all the threads.
 */
public final class BodyReading {

    private static final int CHUNK_BYTES = 8 * 1024;

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
        int length = request.getContentLength();
        if (length >= 0 && body.available() >= Math.min(length, mostBytes)) {
            return body.readNBytes(Math.min(length, mostBytes));
        }
        if (!waiting.tryAcquire()) {
            return null;
        }
        try {
            return readInTime(body, mostBytes);
        } finally {
            waiting.release();
        }
    }

    private byte @Nullable [] readInTime(ServletInputStream body, int mostBytes) throws IOException {
        long deadlineNanos = System.nanoTime() + mostWaitNanos;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        while (bytes.size() < mostBytes) {
            int read = body.read(chunk, 0, Math.min(chunk.length, mostBytes - bytes.size()));
            if (read < 0) {
                return bytes.toByteArray();
            }
            bytes.write(chunk, 0, read);
            if (System.nanoTime() - deadlineNanos > 0) {
                return null;
            }
        }
        return bytes.toByteArray();
    }
}
