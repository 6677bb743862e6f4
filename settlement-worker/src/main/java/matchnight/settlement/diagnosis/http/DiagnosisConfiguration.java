package matchnight.settlement.diagnosis.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import matchnight.settlement.diagnosis.reading.ReadingSettings;
import matchnight.settlement.diagnosis.reading.Rebalances;
import matchnight.settlement.diagnosis.reading.TakeReadings;
import matchnight.settlement.ops.BetApis;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReadingSettings.class)
class DiagnosisConfiguration {

    private static final Duration REBALANCE_INTERVAL = Duration.ofSeconds(5);

    @Bean
    Rebalances rebalances(MeterRegistry registry) {
        return new Rebalances(registry);
    }

    @Bean
    RepeatedWork rebalanceCount(Rebalances rebalances, MeterRegistry registry) {
        return new RepeatedWork("rebalance-count", REBALANCE_INTERVAL, rebalances::look, registry);
    }

    @Bean
    OneLookAtATime looks(
            ReadingSettings settings,
            @Qualifier("maintenanceDataSource") DataSource maintenance,
            @Qualifier("readerDataSource") DataSource reader,
            PrometheusMeterRegistry registry,
            BetApis betApis,
            Rebalances rebalances,
            @Qualifier("kafkaHealthIndicator") HealthIndicator broker,
            Clock clock) {
        var readings = new TakeReadings(
                maintenance, reader, registry, betApis, rebalances, () -> isUp(broker), settings, clock);
        return new OneLookAtATime(readings, settings.thresholds());
    }

    private static boolean isUp(HealthIndicator broker) {
        return Status.UP.equals(Objects.requireNonNull(broker.health()).getStatus());
    }
}
