package matchnight.settlement.apply;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SettlementSettings.class)
class ApplyConfiguration {

    @Bean
    WorkSignal workSignal() {
        return new WorkSignal();
    }

    @Bean
    SettlementLanes settlementLanes(
            @Qualifier("workerDataSource") DataSource dataSource,
            SettlementSettings settings,
            WorkSignal signal,
            MeterRegistry registry) {
        BatchMetrics metrics = new BatchMetrics(registry);
        String owner = "worker-" + UUID.randomUUID();
        JobLeases leases = new JobLeases(dataSource, owner, settings.lease());
        MarketSettlement settlement = new MarketSettlement(
                dataSource,
                leases,
                new MarketBets(dataSource),
                new SettlementBatch(dataSource, leases, metrics),
                settings.pageSize(),
                settings.barrierLimit());
        return new SettlementLanes(
                settings.lanes(),
                () -> new SettlementLane(leases, settlement, metrics, signal, settings.idlePoll()),
                signal,
                registry);
    }
}
