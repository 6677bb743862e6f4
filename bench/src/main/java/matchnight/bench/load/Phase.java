package matchnight.bench.load;

import java.time.Duration;

/** How long a load runs: a warm-up that is not counted, and then the time that is. */
public record Phase(Duration warmUp, Duration measured) {

    private static final double NANOS_A_SECOND = 1e9;

    public Phase {
        if (warmUp.isNegative() || !measured.isPositive()) {
            throw new IllegalArgumentException("A phase of " + warmUp + " and " + measured);
        }
    }

    public static Phase ofMillis(long warmUpMillis, long measuredMillis) {
        return new Phase(Duration.ofMillis(warmUpMillis), Duration.ofMillis(measuredMillis));
    }

    public Duration whole() {
        return warmUp.plus(measured);
    }

    double measuredSeconds() {
        return measured.toNanos() / NANOS_A_SECOND;
    }
}
