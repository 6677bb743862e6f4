package matchnight.settlement.diagnosis;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that do one thing again and again until they are told to stop; what the database refuses is tried again. */
final class Crowd implements AutoCloseable {

    /** What each of them does; the number is the thread's. */
    @FunctionalInterface
    interface Deed {
        void run(int number) throws SQLException, InterruptedException;
    }

    private static final long REFUSED_PAUSE_MILLIS = 20;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong done = new AtomicLong();
    private volatile boolean over;

    Crowd(int size, Deed deed) {
        for (int i = 0; i < size; i++) {
            int number = i;
            threads.add(Thread.ofPlatform().daemon().name("crowd-" + i).start(() -> repeat(deed, number)));
        }
    }

    private void repeat(Deed deed, int number) {
        while (!over) {
            try {
                deed.run(number);
                done.incrementAndGet();
            } catch (SQLException refused) {
                pause();
            } catch (InterruptedException ended) {
                return;
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(REFUSED_PAUSE_MILLIS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    long done() {
        return done.get();
    }

    @Override
    public void close() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join(15_000);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
