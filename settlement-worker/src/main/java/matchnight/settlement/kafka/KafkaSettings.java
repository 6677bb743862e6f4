package matchnight.settlement.kafka;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which topics, and which group. Where the broker is and how it is spoken to is said by {@code spring.kafka}.
 *
 * @param sessionTimeout how long the group waits for a worker that has died, 6 s at least by the broker's default
 */
@ConfigurationProperties("matchnight.kafka")
public record KafkaSettings(
        @DefaultValue("market-results") String resultTopic,
        @DefaultValue("market-results.dead-letter") String deadLetterTopic,
        @DefaultValue("settlement-worker") String group,
        @DefaultValue("6s") Duration sessionTimeout) {}
