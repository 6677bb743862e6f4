package matchnight.settlement.exposure;

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
@EnableConfigurationProperties(ExposureSettings.class)
class ExposureConfiguration {

    private static final Duration COUNT_INTERVAL = Duration.ofSeconds(2);

    @Bean
    RepeatedWork exposureFold(
            @Qualifier("workerDataSource") DataSource dataSource, ExposureSettings settings, MeterRegistry registry) {
        ExposureFold fold = new ExposureFold(dataSource, settings);
        return new RepeatedWork("exposure-fold", settings.foldInterval(), fold::run, registry);
    }

    @Bean
    RepeatedWork exposureDueCount(@Qualifier("readerDataSource") DataSource reader, MeterRegistry registry) {
        ExposureBacklog backlog = new ExposureBacklog(reader);
        var newest = new AtomicReference<>(new ExposureBacklog.Size(0, 0));
        Gauge.builder("exposure_due_rows", newest, size -> size.get().rows())
                .description("Settlements whose effect on exposure is not folded in yet")
                .strongReference(true)
                .register(registry);
        Gauge.builder("exposure_due_oldest_seconds", newest, size -> size.get().oldestSeconds())
                .description("Age of the oldest effect on exposure that is not folded in yet; 0 without one")
                .strongReference(true)
                .register(registry);
        return new RepeatedWork("exposure-due-count", COUNT_INTERVAL, () -> newest.set(backlog.size()), registry);
    }
}
