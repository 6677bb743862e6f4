package matchnight.settlement.ops;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What the console looks at.
 *
 * @param betApiUrls of every bet-api, or of its management port: where /actuator/prometheus is
 * @param scrapeLimit how long an instance may take to answer before its second is a gap
 * @param history how far back the console's axis reaches
 */
@ConfigurationProperties("matchnight.ops")
record OpsSettings(
        @DefaultValue({}) List<URI> betApiUrls,
        @DefaultValue("800ms") Duration scrapeLimit,
        @DefaultValue("15m") Duration history) {}
