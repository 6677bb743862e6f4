package matchnight.settlement.wiring;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.kafka.KafkaSettings;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The broker's clients. Spring's listeners are not used: intake polls by itself. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({KafkaProperties.class, KafkaSettings.class})
class KafkaWiring {

    @Bean
    KafkaClients kafkaClients(KafkaProperties spring, KafkaSettings settings) {
        return new KafkaClients(spring.buildConsumerProperties(), spring.buildProducerProperties(), settings);
    }

    @Bean
    Producer<byte[], byte[]> producer(KafkaClients clients) {
        return clients.producer();
    }

    @Bean
    KafkaClientMetrics producerMetrics(Producer<byte[], byte[]> producer) {
        return new KafkaClientMetrics(producer);
    }
}
