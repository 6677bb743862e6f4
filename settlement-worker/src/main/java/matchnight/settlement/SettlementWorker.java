package matchnight.settlement;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the service that settles bets. */
@SpringBootApplication
public class SettlementWorker {

    public static void main(String[] arguments) {
        SpringApplication.run(SettlementWorker.class, arguments);
    }
}
