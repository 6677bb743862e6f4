package matchnight.settlement.pause;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import matchnight.settlement.apply.LaneTurns;
import matchnight.settlement.schedule.RepeatedWork;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PauseSettings.class)
class PauseConfiguration {

    private static final Duration LOOK_AT_PAUSES = Duration.ofSeconds(1);

    @Bean
    Pauses pauses(@Qualifier("workerDataSource") DataSource worker) {
        return new Pauses(worker);
    }

    @Bean
    Draining draining(Pauses pauses, LaneTurns turns, PauseSettings settings) {
        return new Draining(pauses, turns, settings.drainLimit());
    }

    @Bean
    WorkerDrain workerDrain(@Qualifier("workerDataSource") DataSource worker, LaneTurns turns, Clock clock) {
        return new WorkerDrain(worker, turns, clock);
    }

    @Bean
    RepeatedWork lookAtPauses(Pauses pauses, LaneTurns turns, MeterRegistry registry) {
        PauseMetrics metrics = new PauseMetrics(pauses, turns, registry);
        return new RepeatedWork("pauses", LOOK_AT_PAUSES, metrics::look, registry);
    }
}
