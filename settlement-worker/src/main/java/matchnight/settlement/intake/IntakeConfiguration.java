package matchnight.settlement.intake;

import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import matchnight.settlement.apply.WorkSignal;
import matchnight.settlement.kafka.KafkaClients;
import matchnight.settlement.kafka.KafkaSettings;
import matchnight.settlement.result.ResultReader;
import org.apache.kafka.clients.producer.Producer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(IntakeSettings.class)
class IntakeConfiguration {

    @Bean
    IntakeMetrics intakeMetrics(MeterRegistry registry) {
        return new IntakeMetrics(registry);
    }

    @Bean
    RecordStoring recordStoring(
            @Qualifier("workerDataSource") DataSource dataSource, IntakeMetrics metrics, WorkSignal signal) {
        return new RecordStoring(ResultReader::read, new ResultStorage(dataSource), metrics, signal::work);
    }

    @Bean
    WaitingResults waitingResults(@Qualifier("workerDataSource") DataSource dataSource, IntakeSettings settings) {
        return new WaitingResults(dataSource, settings.unknownMarketWait());
    }

    @Bean
    DeadLetters deadLetters(
            @Qualifier("workerDataSource") DataSource dataSource,
            Producer<byte[], byte[]> producer,
            KafkaSettings settings,
            IntakeMetrics metrics) {
        return new DeadLetters(dataSource, producer, settings.deadLetterTopic(), metrics);
    }

    @Bean
    DeadLetterRetries deadLetterRetries(
            @Qualifier("workerDataSource") DataSource dataSource, RecordStoring recordStoring) {
        return new DeadLetterRetries(dataSource, recordStoring);
    }

    @Bean
    WaitingIntake waitingIntake(
            WaitingResults waiting, RecordStoring recordStoring, DeadLetters deadLetters, MeterRegistry registry) {
        return new WaitingIntake(waiting, recordStoring, deadLetters, registry);
    }

    @Bean
    RecordIntake recordIntake(RecordStoring recordStoring, WaitingResults waiting, DeadLetters deadLetters) {
        return new RecordIntake(recordStoring, waiting, deadLetters);
    }

    @Bean
    ResultIntake resultIntake(
            KafkaClients clients,
            KafkaSettings settings,
            RecordIntake intake,
            IntakeMetrics metrics,
            MeterRegistry registry) {
        return new ResultIntake(
                new ResultConsumer(clients::groupConsumer, settings.resultTopic(), intake, metrics, registry));
    }

    @Bean
    ResultReplay resultReplay(
            @Qualifier("readerDataSource") DataSource reader,
            KafkaClients clients,
            KafkaSettings settings,
            RecordIntake intake) {
        return new ResultReplay(clients::rereader, settings.resultTopic(), intake, reader);
    }
}
