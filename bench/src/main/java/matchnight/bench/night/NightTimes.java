package matchnight.bench.night;

import java.time.Duration;

/**
 * How long the parts of a demo take.
 *
 * @param calibration how long a few clients bet as fast as they are answered, to warm up and to find a sustainable rate
 * @param warmUp the first seconds of the stream, left out of the figures before the burst
 * @param betting from the stream's start to the first final whistle
 * @param whistles from the first to the last final whistle
 * @param aftermath how long the stream goes on after the burst is settled
 */
record NightTimes(Duration calibration, Duration warmUp, Duration betting, Duration whistles, Duration aftermath) {

    static NightTimes standard() {
        return new NightTimes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(25),
                Duration.ofSeconds(5),
                Duration.ofSeconds(8));
    }
}
