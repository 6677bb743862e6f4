package matchnight.settlement.intake;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How results are taken in.
 *
 * @param unknownMarketWait how long a result waits for a market, or for a selection, that nobody knows yet; 0 to 1 hour, by
 *     the database's clock
 */
@ConfigurationProperties("matchnight.settlement")
record IntakeSettings(@DefaultValue("10s") Duration unknownMarketWait) {

    private static final Duration LONGEST = Duration.ofHours(1);

    IntakeSettings {
        if (unknownMarketWait.isNegative() || unknownMarketWait.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "matchnight.settlement.unknown-market-wait is 0 to 1 hour, not " + unknownMarketWait);
        }
    }
}
