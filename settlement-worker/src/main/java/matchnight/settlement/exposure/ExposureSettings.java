package matchnight.settlement.exposure;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How exposure of void bets is folded in.
 *
 * @param foldInterval between two looks for something to fold
 * @param rowsInFold settlements that one transaction folds at most, 1 to 500
 * @param selectionsInFold whose counters one transaction holds at most, unless a single bet has more
 */
@ConfigurationProperties("matchnight.exposure")
record ExposureSettings(
        @DefaultValue("1s") Duration foldInterval,
        @DefaultValue("50") int rowsInFold,
        @DefaultValue("8") int selectionsInFold) {

    ExposureSettings {
        if (rowsInFold < 1 || rowsInFold > 500 || selectionsInFold < 1) {
            throw new IllegalArgumentException(
                    "matchnight.exposure.rows-in-fold is 1 to 500 and selections-in-fold at least 1, not " + rowsInFold
                            + " and " + selectionsInFold);
        }
    }
}
