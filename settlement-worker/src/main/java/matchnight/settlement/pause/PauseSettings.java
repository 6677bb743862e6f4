package matchnight.settlement.pause;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long people wait.
 *
 * @param drainLimit after which a drain answers that it has not ended
 */
@ConfigurationProperties("matchnight.pause")
record PauseSettings(@DefaultValue("10s") Duration drainLimit) {}
