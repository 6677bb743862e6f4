package matchnight.bench.night;

import java.util.List;
import java.util.Locale;

/**
 * What a night must come to, stated before it is played. The limits are for two cores that carry the bettors, both services,
 * PostgreSQL and Kafka at once; a machine of its own for each of them has to do much better.
 */
final class ExitCriteria {

    static final double PLACEMENT_P99_MILLIS_DURING_BURST_MAX = 250;
    static final double BACKLOG_AGE_SECONDS_MAX = 20;
    static final double ACCEPTED_SHARE_MIN = 0.85;
    static final double BETS_DURING_BURST_MIN = 200;
    static final double UNEXPECTED_ANSWERS_MAX = 0;

    /** Of a few hundred: a dashboard that cannot see must not look calm. */
    static final double UNANSWERED_READINGS_MAX = 3;

    private ExitCriteria() {}

    /** What was measured, in the units of the limits. */
    record Measured(
            double placementP99MillisDuringBurst,
            double backlogAgeSecondsMax,
            double acceptedShare,
            double betsDuringBurst,
            double unexpectedAnswers,
            double unansweredReadings) {}

    static List<Criterion> check(Measured measured) {
        return List.of(
                Criterion.atMost(
                        "placement p99 during the burst, ms",
                        PLACEMENT_P99_MILLIS_DURING_BURST_MAX,
                        measured.placementP99MillisDuringBurst()),
                Criterion.atMost("settlement backlog age, s", BACKLOG_AGE_SECONDS_MAX, measured.backlogAgeSecondsMax()),
                Criterion.atLeast("accepted share of all bets offered", ACCEPTED_SHARE_MIN, measured.acceptedShare()),
                Criterion.atLeast("bets answered during the burst", BETS_DURING_BURST_MIN, measured.betsDuringBurst()),
                Criterion.atMost("unexpected answers", UNEXPECTED_ANSWERS_MAX, measured.unexpectedAnswers()),
                Criterion.atMost("readings without an answer", UNANSWERED_READINGS_MAX, measured.unansweredReadings()));
    }

    static String stated() {
        return String.format(
                Locale.ROOT,
                """
                Exit criteria, stated before the run:
                  placement p99 during the burst at most %.0f ms, from when each bet was due
                  settlement backlog age at most %.0f s
                  at least %.0f %% of the bets offered accepted, at least %.0f answered during the burst
                  no unexpected answer, at most %.0f readings of the metrics without an answer
                  every invariant holds
                """,
                PLACEMENT_P99_MILLIS_DURING_BURST_MAX,
                BACKLOG_AGE_SECONDS_MAX,
                100 * ACCEPTED_SHARE_MIN,
                BETS_DURING_BURST_MIN,
                UNANSWERED_READINGS_MAX);
    }
}
