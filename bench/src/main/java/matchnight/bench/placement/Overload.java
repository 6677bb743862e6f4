package matchnight.bench.placement;

import java.io.IOException;
import matchnight.bench.load.Tally;
import matchnight.bench.report.Target;

/** Three times what can be taken is offered; what is turned away is not tried again. */
final class Overload {

    private static final double TIMES_THE_KNEE = 3;
    private static final int CONNECTIONS = 512;
    private static final Target RATIO = Target.atLeast(0.9);

    private Overload() {}

    static void run(PlacementRun run) throws IOException {
        double knee = run.kneeNow();
        Tally tally = run.offer(
                TIMES_THE_KNEE * knee,
                CONNECTIONS,
                run.times().load(),
                run.bettors().usual());
        run.progress()
                .say("  %.0f/s offered: %.0f accepted/s beside a knee of %.0f %s"
                        .formatted(tally.offeredPerSecond(), tally.acceptedPerSecond(), knee, tally.outcomes()));
        run.add("overloadOfferedPerSecond", TIMES_THE_KNEE * knee, "bets/s");
        run.add("overloadSentPerSecond", tally.offeredPerSecond(), "bets/s");
        run.add("overloadAcceptedPerSecond", tally.acceptedPerSecond(), "bets/s");
        run.add("overloadKnee", knee, "bets/s");
        run.add("overloadRatio", Statistics.ratio(tally.acceptedPerSecond(), knee), "1", RATIO);
        run.addCount("overloadBusyAnswers", tally.count("BUSY"), "answers");
        run.addCount("overloadUnanswered", tally.count("UNANSWERED"), "requests");
        run.awaitRelay();
    }
}
