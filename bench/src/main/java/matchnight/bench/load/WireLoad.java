package matchnight.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Loads a service from one thread over kept-alive connections, cheaply enough to share two cores with what it measures:
 * requests come rendered, and of an answer no more is read than its status and where it ends.
 *
 * <p>In a closed loop every connection asks again as soon as it has its answer. In an open one requests are due by a schedule;
 * one that is due while every connection waits is sent as soon as one is free, and its latency runs from when it was due.
 */
public final class WireLoad implements AutoCloseable {

    private static final int REQUEST_BYTES_MAX = 16 * 1024;
    private static final long ANSWERED_WITHIN_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long MILLI = 1_000_000;
    private static final long LONGEST_PARK_NANOS = 250_000;

    private final InetSocketAddress address;
    private final Selector selector;
    private final Deque<WireConnection> idle = new ArrayDeque<>();
    private final ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES_MAX);
    private final WireRequests requests;
    private final WireAnswers answers;
    private int underWay;

    private WireLoad(URI service, WireRequests requests, WireAnswers answers) throws IOException {
        this.address = new InetSocketAddress(service.getHost(), service.getPort());
        this.selector = Selector.open();
        this.requests = requests;
        this.answers = answers;
    }

    /**
     * Runs a closed loop in the calling thread.
     *
     * @param inFlight how many connections ask, each one request at a time
     */
    public static void closed(URI service, int inFlight, Duration time, WireRequests requests, WireAnswers answers)
            throws IOException {
        try (WireLoad load = new WireLoad(service, requests, answers)) {
            load.connect(inFlight);
            load.run(Pace.closed(), System.nanoTime() + time.toNanos(), () -> false);
        }
    }

    /**
     * Runs an open loop in the calling thread.
     *
     * @param connections how many requests may be without answer at one time
     */
    public static void open(
            URI service,
            int connections,
            ArrivalSchedule schedule,
            Duration time,
            WireRequests requests,
            WireAnswers answers)
            throws IOException {
        openUntil(service, connections, schedule, time, () -> false, requests, answers);
    }

    /**
     * Runs an open loop in the calling thread until it is enough.
     *
     * @param connections how many requests may be without answer at one time
     * @param most after which it ends even if it is not enough
     * @param enough asked before every wait
     */
    public static void openUntil(
            URI service,
            int connections,
            ArrivalSchedule schedule,
            Duration most,
            BooleanSupplier enough,
            WireRequests requests,
            WireAnswers answers)
            throws IOException {
        try (WireLoad load = new WireLoad(service, requests, answers)) {
            load.connect(connections);
            long startNanos = System.nanoTime();
            load.run(Pace.open(schedule, startNanos), startNanos + most.toNanos(), enough);
        }
    }

    private void connect(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            idle.push(WireConnection.open(address, selector));
        }
    }

    private void run(Pace pace, long endNanos, BooleanSupplier enough) throws IOException {
        long now = System.nanoTime();
        while (now < endNanos && !enough.getAsBoolean()) {
            sendDue(pace, endNanos);
            await(waitNanos(pace, endNanos));
            now = System.nanoTime();
        }
        long answeredByNanos = Math.min(now, endNanos) + ANSWERED_WITHIN_NANOS;
        while (underWay > 0 && now < answeredByNanos) {
            await(ANSWERED_WITHIN_NANOS / 100);
            now = System.nanoTime();
        }
        giveUp();
    }

    private void sendDue(Pace pace, long endNanos) throws IOException {
        long now = System.nanoTime();
        long due = pace.nextDueNanos(now);
        while (!idle.isEmpty() && due <= now && due < endNanos) {
            send(idle.pop(), due);
            pace.advance();
            now = System.nanoTime();
            due = pace.nextDueNanos(now);
        }
    }

    private void send(WireConnection connection, long dueNanos) throws IOException {
        request.clear();
        long number = requests.put(request);
        request.flip();
        underWay++;
        try {
            connection.send(request, number, dueNanos);
        } catch (IOException broken) {
            replace(connection);
        }
    }

    private long waitNanos(Pace pace, long endNanos) {
        long now = System.nanoTime();
        long until = idle.isEmpty() ? endNanos : Math.min(endNanos, pace.nextDueNanos(now));
        return until - now;
    }

    // A selector waits in whole milliseconds; what is left of one is waited for in steps that keep both the sending and
    // the
    // reading of the clock's time.
    private void await(long nanos) throws IOException {
        if (nanos >= 2 * MILLI) {
            selector.select(this::take, nanos / MILLI - 1);
        } else if (selector.selectNow(this::take) == 0 && nanos > 0) {
            LockSupport.parkNanos(Math.min(nanos, LONGEST_PARK_NANOS));
        }
    }

    private void take(SelectionKey key) {
        WireConnection connection = (WireConnection) key.attachment();
        try {
            if (connection.read()) {
                underWay--;
                answers.take(connection.answer());
                giveBack(connection);
            }
        } catch (IOException broken) {
            replaceBroken(connection);
        }
    }

    private void giveBack(WireConnection connection) throws IOException {
        if (connection.mustClose()) {
            connection.close();
            idle.push(WireConnection.open(address, selector));
        } else {
            idle.push(connection);
        }
    }

    private void replaceBroken(WireConnection connection) {
        try {
            replace(connection);
        } catch (IOException refused) {
            // The load goes on with one connection less; that nothing was answered is in the count.
        }
    }

    private void replace(WireConnection connection) throws IOException {
        connection.close();
        if (connection.isBusy()) {
            underWay--;
            answers.take(connection.noAnswer());
        } else {
            idle.remove(connection);
        }
        idle.push(WireConnection.open(address, selector));
    }

    private void giveUp() {
        for (SelectionKey key : selector.keys()) {
            WireConnection connection = (WireConnection) key.attachment();
            if (connection.isBusy() && key.isValid()) {
                underWay--;
                answers.take(connection.noAnswer());
            }
        }
    }

    @Override
    public void close() {
        selector.keys().forEach(key -> ((WireConnection) key.attachment()).close());
        try {
            selector.close();
        } catch (IOException ignored) {
            // Closing is all that was wanted.
        }
    }
}
