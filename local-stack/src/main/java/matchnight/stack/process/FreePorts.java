package matchnight.stack.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Asks the operating system about TCP ports. */
public final class FreePorts {

    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS_MAX = 1_000;

    private FreePorts() {}

    /**
     * A port that nobody listened on a moment ago. It lies below those that systems hand out to outgoing connections (from 32768
     * on under Linux, from 49152 elsewhere): any connection might take one of them before the server starts, or while it restarts.
     */
    public static int any() {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            int candidate = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST + 1);
            if (isFree(candidate)) {
                return candidate;
            }
        }
        throw new IllegalStateException("found no free port between " + LOWEST + " and " + HIGHEST);
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
