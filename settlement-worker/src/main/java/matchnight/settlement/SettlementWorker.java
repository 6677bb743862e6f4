package matchnight.settlement;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;

/** Starts the service that settles bets. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
public class SettlementWorker {

    public static void main(String[] arguments) {
        SpringApplication.run(SettlementWorker.class, arguments);
    }
}
