package matchnight.bench.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import matchnight.bench.load.ClosedLoop;
import matchnight.bench.load.Latencies;
import matchnight.stack.process.Pause;
import org.junit.jupiter.api.Test;

class DatabaseLoadTest {

    private static final int PER_SECOND = 200;

    /** Work whose first piece takes a second: what was due meanwhile waited, and must show it. */
    @Test
    void whatIsDueDuringAStallCountsFromWhenItWasDueAndIsNotLeftOut() throws SQLException {
        AtomicBoolean stalled = new AtomicBoolean();
        AtomicInteger closed = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Latencies latencies;
        try (DatabaseLoad load = DatabaseLoad.start(
                PER_SECOND,
                1,
                _ -> worker(
                        () -> {
                            if (stalled.compareAndSet(false, true)) {
                                Pause.millis(1_000);
                            }
                            done.incrementAndGet();
                        },
                        closed))) {
            Pause.millis(700);
            latencies = load.stop().between(0, 10);
        }
        assertThat(latencies.count()).isEqualTo(done.get()).isBetween(PER_SECOND / 4L, 2L * PER_SECOND);
        assertThat(latencies.maxMillis()).isBetween(950.0, 5_000.0);
        assertThat(latencies.p50Millis()).isGreaterThan(300.0);
        assertThat(closed).hasValue(1);
    }

    @Test
    void aWorkerThatCannotGoOnEndsTheLoadWithItsReason() throws SQLException {
        AtomicInteger closed = new AtomicInteger();
        try (DatabaseLoad load = DatabaseLoad.start(
                PER_SECOND,
                2,
                _ -> worker(
                        () -> {
                            throw new SQLException("refused");
                        },
                        closed))) {
            Pause.millis(200);
            assertThatThrownBy(load::stop).hasRootCauseMessage("refused");
        }
        assertThat(closed).hasValue(2);
    }

    private interface Work {
        void once() throws SQLException;
    }

    private static ClosedLoop.Worker worker(Work work, AtomicInteger closed) {
        return new ClosedLoop.Worker() {
            @Override
            public void once() throws SQLException {
                work.once();
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }
}
