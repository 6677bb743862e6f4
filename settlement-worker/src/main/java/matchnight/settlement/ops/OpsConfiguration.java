package matchnight.settlement.ops;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(OpsSettings.class)
class OpsConfiguration {

    @Bean
    BetApis betApis(OpsSettings settings) {
        return new BetApis(settings);
    }

    @Bean
    OpsWatch opsWatch(
            OpsSettings settings,
            BetApis betApis,
            @Qualifier("workerDataSource") DataSource worker,
            @Qualifier("readerDataSource") DataSource reader,
            PrometheusMeterRegistry registry,
            Clock clock) {
        return new OpsWatch(
                new Sampler(betApis, new DatabaseWaits(worker), registry, clock),
                new BoardReading(reader),
                new Timeline(Math.toIntExact(settings.history().toSeconds())),
                new Viewers(registry));
    }
}
