package matchnight.bench.placement;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a service and PostgreSQL and counts turns: how often something is sent to the server after the server has
 * answered. Only connections of one role count.
 */
final class CountingProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 32 * 1024;

    private final ServerSocket listener;
    private final int serverPort;
    private final String startupParameter;
    private final AtomicLong turns = new AtomicLong();
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private CountingProxy(ServerSocket listener, int serverPort, String role) {
        this.listener = listener;
        this.serverPort = serverPort;
        this.startupParameter = "user\0" + role + "\0";
    }

    /** Starts one before the server on this machine's port. */
    static CountingProxy before(int serverPort, String role) throws IOException {
        CountingProxy proxy =
                new CountingProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), serverPort, role);
        Thread.ofPlatform().name("counting-proxy").daemon().start(proxy::accept);
        return proxy;
    }

    int port() {
        return listener.getLocalPort();
    }

    long turns() {
        return turns.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException closed) {
                // Either the listener, and then the loop ends, or one connection, whose client notices.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        sockets.add(client);
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        sockets.add(server);
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        server.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Conversation conversation = new Conversation(client, server);
        Thread.ofPlatform().name("to-server").daemon().start(conversation::toServer);
        Thread.ofPlatform().name("to-client").daemon().start(conversation::toClient);
    }

    @Override
    public void close() {
        closeQuietly(listener);
        sockets.forEach(CountingProxy::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception ignored) {
            // Closing is all that was wanted.
        }
    }

    private final class Conversation {

        private final Socket client;
        private final Socket server;
        private volatile boolean serverHasSpoken = true;
        private volatile boolean counts;

        Conversation(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void toServer() {
            copy(client, server, this::clientSpeaks);
        }

        void toClient() {
            copy(server, client, (_, _) -> serverHasSpoken = true);
        }

        private void clientSpeaks(byte[] bytes, int length) {
            if (!counts) {
                counts = new String(bytes, 0, length, ISO_8859_1).contains(startupParameter);
            } else if (serverHasSpoken) {
                turns.incrementAndGet();
            }
            serverHasSpoken = false;
        }

        private void copy(Socket from, Socket to, Heard heard) {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    heard.bytes(buffer, count);
                    out.write(buffer, 0, count);
                }
            } catch (IOException broken) {
                // Both sides are closed below.
            }
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    @FunctionalInterface
    private interface Heard {
        void bytes(byte[] bytes, int length);
    }
}
