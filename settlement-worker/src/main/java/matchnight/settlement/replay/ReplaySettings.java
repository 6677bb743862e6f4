package matchnight.settlement.replay;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much one call may do.
 *
 * @param limit how long it may read and take in
 */
@ConfigurationProperties("matchnight.replay")
record ReplaySettings(@DefaultValue("60s") Duration limit) {}
