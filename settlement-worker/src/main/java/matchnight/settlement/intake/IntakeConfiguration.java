package matchnight.settlement.intake;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import matchnight.settlement.apply.WorkSignal;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.kafka.KafkaSettings;
import matchnight.settlement.result.ResultReader;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class IntakeConfiguration {

    @Bean
    ResultIntake resultIntake(
            @Qualifier("workerDataSource") DataSource dataSource,
            KafkaClients clients,
            KafkaSettings settings,
            Producer<byte[], byte[]> producer,
            WorkSignal signal,
            MeterRegistry registry) {
        IntakeMetrics metrics = new IntakeMetrics(registry);
        RecordIntake intake = new RecordIntake(
                ResultReader::read,
                new ResultStorage(dataSource),
                new DeadLetters(dataSource, producer, settings.deadLetterTopic()),
                metrics,
                signal::work);
        return new ResultIntake(
                new ResultConsumer(clients::groupConsumer, settings.resultTopic(), intake, metrics, registry));
    }
}
