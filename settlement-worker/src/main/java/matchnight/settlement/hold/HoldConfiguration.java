package matchnight.settlement.hold;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HoldSettings.class)
class HoldConfiguration {

    private static final Duration COUNT_INTERVAL = Duration.ofSeconds(2);

    @Bean
    OverdueHoldReading overdueHoldReading(@Qualifier("readerDataSource") DataSource reader) {
        return new OverdueHoldReading(reader);
    }

    @Bean
    VoidBet voidBet(@Qualifier("workerDataSource") DataSource dataSource) {
        return new VoidBet(dataSource);
    }

    @Bean
    RepeatedWork holdSweep(
            @Qualifier("workerDataSource") DataSource dataSource, HoldSettings settings, MeterRegistry registry) {
        HoldSweep sweep = new HoldSweep(dataSource, settings);
        return new RepeatedWork("hold-sweep", settings.sweepInterval(), sweep::run, registry);
    }

    /** Reads the list whoever sweeps, so that every worker shows the same. */
    @Bean
    RepeatedWork overdueHoldCount(OverdueHoldReading holds, MeterRegistry registry) {
        var newest = new AtomicReference<>(new OverdueHoldReading.Size(0, 0));
        Gauge.builder("holds_overdue", newest, size -> size.get().holds())
                .description("Open bets whose deadline has passed")
                .strongReference(true)
                .register(registry);
        Gauge.builder("holds_overdue_oldest_seconds", newest, size -> size.get().oldestSeconds())
                .description("Since the earliest deadline of an open bet that has passed; 0 without one")
                .strongReference(true)
                .register(registry);
        return new RepeatedWork("overdue-hold-count", COUNT_INTERVAL, () -> newest.set(holds.size()), registry);
    }
}
