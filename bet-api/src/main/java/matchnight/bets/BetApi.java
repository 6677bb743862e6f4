package matchnight.bets;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the service that takes bets. */
@SpringBootApplication
public class BetApi {

    public static void main(String[] arguments) {
        SpringApplication.run(BetApi.class, arguments);
    }
}
