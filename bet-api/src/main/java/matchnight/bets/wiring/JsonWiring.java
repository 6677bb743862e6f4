package matchnight.bets.wiring;

import java.time.Clock;
import matchnight.bets.json.StrictJson;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class JsonWiring {

    @Bean
    JsonMapper jsonMapper() {
        return StrictJson.mapper();
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }
}
