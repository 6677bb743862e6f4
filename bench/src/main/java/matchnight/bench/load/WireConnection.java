package matchnight.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One kept-alive connection with at most one request on its way. */
final class WireConnection {

    private static final int ANSWER_BYTES_MAX = 32 * 1024;

    private final SocketChannel channel;
    private final ByteBuffer received = ByteBuffer.allocate(ANSWER_BYTES_MAX);
    private final AnswerFrame frame = new AnswerFrame();
    private long number;
    private long dueNanos;
    private long sentNanos;
    private boolean busy;

    private WireConnection(SocketChannel channel) {
        this.channel = channel;
    }

    static WireConnection open(InetSocketAddress address, Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(address);
            channel.configureBlocking(false);
            WireConnection connection = new WireConnection(channel);
            channel.register(selector, SelectionKey.OP_READ, connection);
            return connection;
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
    }

    void send(ByteBuffer request, long requestNumber, long due) throws IOException {
        number = requestNumber;
        dueNanos = due;
        busy = true;
        received.clear();
        frame.reset();
        sentNanos = System.nanoTime();
        // A request is far smaller than a socket's buffer, and the connection is idle.
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    /** Reads what has come and says whether the answer is whole. */
    boolean read() throws IOException {
        int count = channel.read(received);
        if (count < 0) {
            throw new EOFException("The connection was closed");
        }
        if (busy && !received.hasRemaining()) {
            throw new IOException("An answer of more than " + ANSWER_BYTES_MAX + " bytes");
        }
        return busy && frame.isWhole(received.array(), received.position());
    }

    WireAnswer answer() {
        busy = false;
        return new WireAnswer(number, frame.status(), dueNanos, sentNanos, received.array(), received.position());
    }

    WireAnswer noAnswer() {
        busy = false;
        return new WireAnswer(number, WireAnswer.UNANSWERED, dueNanos, sentNanos, received.array(), 0);
    }

    boolean isBusy() {
        return busy;
    }

    boolean mustClose() {
        return frame.closes();
    }

    void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // Closing is all that was wanted.
        }
    }
}
