package matchnight.settlement.progress;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.kafka.KafkaSettings;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class BacklogConfiguration {

    /** Its name is the health indicator's: {@code kafka}. */
    @Bean
    BacklogAge kafkaHealthIndicator(
            @Qualifier("readerDataSource") DataSource reader,
            KafkaClients clients,
            KafkaSettings settings,
            Clock clock,
            MeterRegistry registry) {
        return new BacklogAge(reader, clients::observer, settings.resultTopic(), clock, registry);
    }
}
