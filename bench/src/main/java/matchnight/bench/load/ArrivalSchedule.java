package matchnight.bench.load;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * When requests are due: a Poisson stream, as many people make one who know nothing of each other. Nothing that happens to an
 * earlier request moves a later one.
 */
public final class ArrivalSchedule {

    private static final double NANOS_A_SECOND = 1e9;

    private final RandomGenerator random;
    private final double meanGapNanos;
    private double nextNanos;

    /**
     * Begins a stream.
     *
     * @param seed the same seed gives the same schedule
     */
    public ArrivalSchedule(double perSecond, long seed) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("The rate must be above 0, not " + perSecond);
        }
        this.random =
                RandomGeneratorFactory.<RandomGenerator>of("L64X128MixRandom").create(seed);
        this.meanGapNanos = NANOS_A_SECOND / perSecond;
    }

    /** The next arrival, in nanoseconds after the stream's start. */
    public long nextNanos() {
        nextNanos += meanGapNanos * random.nextExponential();
        return (long) nextNanos;
    }
}
