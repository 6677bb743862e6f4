package matchnight.bench.load;

import java.nio.ByteBuffer;

/** Makes the requests of a load. Called by one thread, and often: it puts bytes that are ready. */
@FunctionalInterface
public interface WireRequests {

    /**
     * Puts one whole HTTP/1.1 request into the empty buffer.
     *
     * @return its number, which its answer will bear
     */
    long put(ByteBuffer out);
}
