package matchnight.stack.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Requests as slow or faulty clients send them: over sockets of their own, as much of each as the test says. */
public final class HalfSentRequests implements AutoCloseable {

    private static final int MOST_WAIT_MILLIS = 15_000;
    private static final int PIECE_BYTES = 8 * 1024;

    private final int port;
    private final List<Socket> sockets = new ArrayList<>();

    public HalfSentRequests(int port) {
        this.port = port;
    }

    /** Sends the text on a connection of its own, and leaves that open. */
    public Socket send(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(MOST_WAIT_MILLIS);
        write(socket, text);
        return socket;
    }

    public List<Socket> send(String text, int times) throws IOException {
        List<Socket> sent = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            sent.add(send(text));
        }
        return sent;
    }

    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The answer's first line; empty where the connection was closed without one. */
    public static String statusLine(Socket socket) throws IOException {
        StringBuilder line = new StringBuilder();
        InputStream answer = socket.getInputStream();
        for (int c = answer.read(); c >= 0 && c != '\r'; c = answer.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    /** A body of blanks that comes some time after the headers, in pieces, as ordinary clients send theirs over a slow line. */
    public static BodyPublisher lateBody(int pieces, Duration beforeEach) {
        return BodyPublishers.fromPublisher(lateBodyOfUntoldLength(pieces, beforeEach), (long) pieces * PIECE_BYTES);
    }

    /** The same in chunks, of which the headers do not say how many come. */
    public static BodyPublisher lateBodyOfUntoldLength(int pieces, Duration beforeEach) {
        return BodyPublishers.ofInputStream(() -> new LateBody(pieces, beforeEach));
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static final class LateBody extends InputStream {

        private final Duration beforeEach;
        private int piecesLeft;

        LateBody(int pieces, Duration beforeEach) {
            this.piecesLeft = pieces;
            this.beforeEach = beforeEach;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (piecesLeft == 0) {
                return -1;
            }
            try {
                Thread.sleep(beforeEach);
            } catch (InterruptedException stopped) {
                throw new IOException(stopped);
            }
            if (length < PIECE_BYTES) {
                throw new IOException("Read in pieces of less than " + PIECE_BYTES + " bytes: " + length);
            }
            piecesLeft--;
            Arrays.fill(target, offset, offset + PIECE_BYTES, (byte) ' ');
            return PIECE_BYTES;
        }
    }
}
