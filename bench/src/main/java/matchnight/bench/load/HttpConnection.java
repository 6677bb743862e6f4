package matchnight.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** One kept-alive HTTP/1.1 connection, one exchange at a time. Much cheaper than a general client, and it hides nothing. */
final class HttpConnection implements Closeable {

    private static final int LINE_BYTES_MAX = 16 * 1024;
    private static final int HEADERS_MAX = 100;
    private static final int BODY_BYTES_MAX = 16 << 20;

    private final String host;
    private final Socket socket;
    private final InputStream in;
    private boolean reusable = true;

    private HttpConnection(String host, Socket socket) throws IOException {
        this.host = host;
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 8 * 1024);
    }

    static HttpConnection open(URI base, Duration limit) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            socket.setSoTimeout(Math.toIntExact(limit.toMillis()));
            socket.connect(new InetSocketAddress(base.getHost(), base.getPort()), Math.toIntExact(limit.toMillis()));
            return new HttpConnection(base.getHost() + ":" + base.getPort(), socket);
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    /**
     * Sends the request and reads its answer.
     *
     * @throws IOException if there is no whole answer: the request may have been carried out all the same
     */
    HttpAnswer exchange(HttpRequest request) throws IOException {
        reusable = false;
        socket.getOutputStream().write(request.onTheWire(host));
        int status = readStatus();
        Map<String, String> headers = readHeaders();
        byte[] body = readBody(status, headers);
        reusable = !"close".equalsIgnoreCase(headers.get("connection"));
        return new HttpAnswer(status, headers, new String(body, UTF_8));
    }

    boolean isReusable() {
        return reusable;
    }

    private int readStatus() throws IOException {
        String line = readLine();
        if (!line.startsWith("HTTP/1.1 ") || line.length() < 12) {
            throw new IOException("Not an HTTP/1.1 answer: " + line);
        }
        try {
            return Integer.parseInt(line, 9, 12, 10);
        } catch (NumberFormatException malformed) {
            throw new IOException("Not a status line: " + line, malformed);
        }
    }

    private Map<String, String> readHeaders() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            int colon = line.indexOf(':');
            if (colon < 1 || headers.size() == HEADERS_MAX) {
                throw new IOException("Not a header, or too many of them: " + line);
            }
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private byte[] readBody(int status, Map<String, String> headers) throws IOException {
        if (status == 204 || status == 304) {
            return new byte[0];
        }
        if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
            return readChunks();
        }
        String length = headers.get("content-length");
        if (length == null) {
            throw new IOException("An answer without a length");
        }
        return readExactly(bounded(length, 10));
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = bounded(readLine(), 16); size > 0; size = bounded(readLine(), 16)) {
            body.write(readExactly(size));
            readLine();
            if (body.size() > BODY_BYTES_MAX) {
                throw new IOException("An answer of more than " + BODY_BYTES_MAX + " bytes");
            }
        }
        readLine();
        return body.toByteArray();
    }

    private static int bounded(String size, int radix) throws IOException {
        try {
            int bytes = Integer.parseInt(size.strip(), radix);
            if (bytes >= 0 && bytes <= BODY_BYTES_MAX) {
                return bytes;
            }
        } catch (NumberFormatException malformed) {
            throw new IOException("Not a length: " + size, malformed);
        }
        throw new IOException("A length out of bounds: " + size);
    }

    private byte[] readExactly(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new EOFException("The answer ended early");
        }
        return bytes;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new EOFException("The connection was closed before the answer was whole");
            }
            if (line.size() == LINE_BYTES_MAX) {
                throw new IOException("A header line of more than " + LINE_BYTES_MAX + " bytes");
            }
            if (octet != '\r') {
                line.write(octet);
            }
        }
        return line.toString(ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Closing is all that was wanted.
        }
    }
}
