package matchnight.settlement.apply;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** A settlement lane in the test's own thread. */
final class Worker {

    final JobLeases leases;
    final MarketBets bets;
    final SettlementBatch batch;
    private final MarketSettlement settlement;
    private final SettlementLane lane;

    Worker(String name, DataSource dataSource, int pageSize) {
        this(name, dataSource, pageSize, Duration.ofSeconds(15));
    }

    Worker(String name, DataSource dataSource, int pageSize, Duration lease) {
        BatchMetrics metrics = new BatchMetrics(new SimpleMeterRegistry());
        this.leases = new JobLeases(dataSource, name, lease);
        this.bets = new MarketBets(dataSource);
        this.batch = new SettlementBatch(dataSource, leases, metrics);
        this.settlement = new MarketSettlement(dataSource, leases, bets, batch, pageSize, Duration.ofSeconds(5));
        this.lane = new SettlementLane(leases, settlement, metrics, new WorkSignal(), Duration.ofMillis(10));
    }

    /** Works until no market is due. */
    void settleAll() throws SQLException {
        for (Optional<JobLease> lease = leases.claimOldestDue(); lease.isPresent(); lease = leases.claimOldestDue()) {
            settlement.work(lease.get(), () -> false);
        }
    }

    /** The lane as the service runs it, until {@link #stop}. */
    Thread start() {
        return Thread.ofPlatform().start(lane);
    }

    SettlementLane lane() {
        return lane;
    }

    void stop() {
        lane.stop();
    }
}
