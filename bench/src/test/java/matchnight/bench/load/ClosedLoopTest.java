package matchnight.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {

    private final AtomicInteger times = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    private ClosedLoop.Worker worker(boolean fails) {
        return new ClosedLoop.Worker() {
            @Override
            public void once() throws SQLException {
                times.incrementAndGet();
                LockSupport.parkNanos(1_000_000);
                if (fails) {
                    throw new SQLException("refused");
                }
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    @Test
    void theWarmUpIsNotCounted() throws SQLException {
        double rate = ClosedLoop.timesPerSecond(3, Phase.ofMillis(200, 200), _ -> worker(false));
        assertThat(rate).isPositive().isLessThan(times.get() / 0.2);
        assertThat(closed.get()).isEqualTo(3);
    }

    @Test
    void aWorkerThatFailsFailsTheMeasurement() {
        assertThatThrownBy(() -> ClosedLoop.timesPerSecond(2, Phase.ofMillis(0, 50), _ -> worker(true)))
                .isInstanceOf(SQLException.class)
                .hasRootCauseMessage("refused");
        assertThat(closed.get()).isEqualTo(2);
    }
}
