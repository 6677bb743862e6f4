package matchnight.bets.relay;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the relay together and under the container's life cycle. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RelaySettings.class)
class RelayConfiguration {

    @Bean
    EventRelay eventRelay(
            @Qualifier("relayDataSource") DataSource dataSource,
            KafkaProperties kafka,
            RelaySettings settings,
            MeterRegistry registry) {
        String owner = "relay-" + ProcessHandle.current().pid() + "-" + UUID.randomUUID();
        var age = new OutboxAge(dataSource);
        return new EventRelay(
                new RelayCursor(dataSource, owner, settings.lease()),
                new OutboxReader(dataSource),
                new EventPublisher(kafka.buildProducerProperties(), settings),
                age,
                settings,
                new RelayMetrics(registry, age));
    }
}
