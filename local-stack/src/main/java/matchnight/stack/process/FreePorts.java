package matchnight.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Asks the operating system about TCP ports. */
public final class FreePorts {

    private FreePorts() {}

    /** A port that nobody listened on a moment ago. */
    public static int any() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a server could listen on the port now, on the loopback address and on all addresses. */
    public static boolean isFree(int port) {
        return canBind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                && canBind(new InetSocketAddress(port));
    }

    private static boolean canBind(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
