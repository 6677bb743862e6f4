package matchnight.settlement.apply;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SettlementSettings.class)
class ApplyConfiguration {

    private static final Duration LOOK_AT_PLACEMENT = Duration.ofMillis(250);

    @Bean
    WorkSignal workSignal() {
        return new WorkSignal();
    }

    @Bean
    LaneTurns laneTurns() {
        return new LaneTurns("worker-" + UUID.randomUUID());
    }

    @Bean
    BatchSize batchSize(SettlementSettings settings) {
        return new BatchSize(
                settings.firstBatch(),
                settings.smallestBatch(),
                settings.largestBatch(),
                settings.balanceBudget(),
                settings.quietBalanceBudget());
    }

    @Bean
    Pace pace(BatchSize batchSize, SettlementSettings settings) {
        return new Pace(batchSize, settings.balanceBudget());
    }

    @Bean
    RepeatedWork placementWatch(
            @Qualifier("workerDataSource") DataSource dataSource, Pace pace, MeterRegistry registry) {
        PlacementWatch watch = new PlacementWatch(dataSource, pace, registry);
        return new RepeatedWork("placement-watch", LOOK_AT_PLACEMENT, watch::look, registry);
    }

    @Bean
    SettlementLanes settlementLanes(
            @Qualifier("workerDataSource") DataSource dataSource,
            SettlementSettings settings,
            WorkSignal signal,
            LaneTurns turns,
            BatchSize batchSize,
            Pace pace,
            MeterRegistry registry) {
        BatchMetrics metrics = new BatchMetrics(registry, batchSize);
        PartLeases leases = new PartLeases(dataSource, turns.owner(), settings.lease());
        MarketSettlement settlement = new MarketSettlement(
                dataSource,
                leases,
                new MarketDivision(dataSource, settings.betsInOnePart(), settings.mostParts()),
                new MarketBets(dataSource),
                new SettlementBatch(dataSource, leases, metrics, pace, settings.rounding()),
                pace,
                settings.turn(),
                settings.barrierLimit());
        return new SettlementLanes(
                settings.lanes(),
                () -> new SettlementLane(leases, settlement, metrics, signal, turns, settings.idlePoll()),
                signal,
                registry);
    }
}
