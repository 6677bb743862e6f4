package matchnight.settlement.apply;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import matchnight.ledger.money.Rounding;

/** A settlement lane in the test's own thread. */
final class Worker {

    final PartLeases leases;
    final MarketBets bets;
    final SettlementBatch batch;
    private final MarketSettlement settlement;
    private final SettlementLane lane;

    Worker(String name, DataSource dataSource, int batchSize) {
        this(name, dataSource, batchSize, Duration.ofSeconds(15));
    }

    Worker(String name, DataSource dataSource, int batchSize, Duration lease) {
        this(name, dataSource, batchSize, lease, new MarketDivision(dataSource, 5_000, 1));
    }

    Worker(String name, DataSource dataSource, int batchSize, Duration lease, MarketDivision division) {
        this(name, dataSource, batchSize, lease, division, Rounding.HALF_UP);
    }

    /** A worker that settles by another policy. */
    Worker(String name, DataSource dataSource, Rounding rounding) {
        this(name, dataSource, 25, Duration.ofSeconds(15), new MarketDivision(dataSource, 5_000, 1), rounding);
    }

    private Worker(
            String name,
            DataSource dataSource,
            int batchSize,
            Duration lease,
            MarketDivision division,
            Rounding rounding) {
        Duration budget = Duration.ofMillis(10);
        BatchSize size = new BatchSize(batchSize, batchSize, batchSize, budget, budget);
        Pace pace = new Pace(size, budget);
        BatchMetrics metrics = new BatchMetrics(new SimpleMeterRegistry(), size);
        this.leases = new PartLeases(dataSource, name, lease);
        this.bets = new MarketBets(dataSource);
        this.batch = new SettlementBatch(dataSource, leases, metrics, pace, rounding);
        this.settlement = new MarketSettlement(
                dataSource, leases, division, bets, batch, pace, Duration.ofMinutes(1), Duration.ofSeconds(5));
        this.lane = new SettlementLane(
                leases, settlement, metrics, new WorkSignal(), new LaneTurns(name), Duration.ofMillis(10));
    }

    /** Works until no market is due. */
    void settleAll() throws SQLException {
        for (Optional<PartLease> lease = leases.claimOldestDue(); lease.isPresent(); lease = leases.claimOldestDue()) {
            work(lease.get());
        }
    }

    /** Takes one turn. */
    void work(PartLease lease) throws SQLException {
        work(lease, () -> false);
    }

    /** Takes one turn, which asks before each batch whether it is to stop. */
    void work(PartLease lease, BooleanSupplier stopping) throws SQLException {
        settlement.work(lease, stopping);
    }

    /** Takes so many turns, if there are as many. */
    void takeTurns(int turns) throws SQLException {
        for (int turn = 0; turn < turns; turn++) {
            Optional<PartLease> lease = leases.claimOldestDue();
            if (lease.isPresent()) {
                settlement.work(lease.get(), () -> false);
            }
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
