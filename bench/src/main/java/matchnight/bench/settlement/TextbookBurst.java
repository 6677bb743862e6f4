package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import matchnight.bench.load.ClosedLoop;
import matchnight.bench.load.Latencies;
import matchnight.bench.placement.PlaceByStatements;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Statistics;
import matchnight.stack.DatabaseRole;
import matchnight.stack.process.Pause;

/**
 * The textbook's design in the copy: one exposure row a selection, a status on the bet with an index, placement one statement after
 * another behind {@code SELECT FOR UPDATE}, and all of a result in one transaction. The rows besides are the product's.
 */
final class TextbookBurst {

    private static final double SHARE_OF_KNEE = 0.6;
    private static final long LEAD_MILLIS = 2_000;

    // Of the rows that a selection has only the first stays, with all that the others hold.
    private static final String CHANGE_DESIGN = """
            ALTER TABLE bet ADD COLUMN status text NOT NULL DEFAULT 'OPEN';
            CREATE INDEX bet_by_status ON bet (status);
            UPDATE market_exposure AS first
               SET liability = whole.liability, share = whole.share
              FROM (SELECT market_id, selection_id, sum(liability)::bigint AS liability, sum(share)::bigint AS share
                      FROM market_exposure
                     GROUP BY market_id, selection_id) AS whole
             WHERE first.bucket = 0
               AND first.market_id = whole.market_id
               AND first.selection_id = whole.selection_id;
            DELETE FROM market_exposure WHERE bucket > 0;
            """;

    private final PlacementRun run;
    private final BurstSizes sizes;
    private final ProofSample sample;

    private TextbookBurst(PlacementRun run, BurstSizes sizes, ProofSample sample) {
        this.run = run;
        this.sizes = sizes;
        this.sample = sample;
    }

    /** Offers what the product was offered, or the same share of this design's own knee where that is less. */
    static void run(PlacementRun run, BurstSizes sizes, double offered, ProofSample sample) throws SQLException {
        run.progress().say("the textbook's design, in the copy");
        TextbookBurst burst = new TextbookBurst(run, sizes, sample);
        burst.changeDesign();
        double knee = ClosedLoop.timesPerSecond(
                sizes.textbookConnections(), run.times().baseline(), _ -> burst.placement());
        double rate = Math.min(offered, SHARE_OF_KNEE * knee);
        run.progress().say("  its knee %.0f bets/s, offered %.0f".formatted(knee, rate));
        run.add("textbookKnee", knee, "bets/s");
        run.add("textbookOffered", rate, "bets/s");
        burst.measure(rate);
    }

    private void changeDesign() throws SQLException {
        try (Connection owner = run.stack().baseline(DatabaseRole.MIGRATOR);
                Statement statement = owner.createStatement()) {
            statement.execute(CHANGE_DESIGN);
            statement.execute("VACUUM (ANALYZE) bet, market_exposure");
        }
    }

    private ClosedLoop.Worker placement() throws SQLException {
        return PlaceByStatements.withLocksFirst(run.stack().baseline(DatabaseRole.MIGRATOR));
    }

    private void measure(double rate) throws SQLException {
        List<Double> ratios = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        List<Double> without = new ArrayList<>();
        List<Double> settleSeconds = new ArrayList<>();
        for (int pair = 1; pair <= sizes.textbookPairs(); pair++) {
            boolean settlesFirst = pair % 2 == 0;
            double first = window(rate, pair, settlesFirst, settleSeconds);
            double second = window(rate, pair, !settlesFirst, settleSeconds);
            with.add(settlesFirst ? first : second);
            without.add(settlesFirst ? second : first);
            ratios.add(Statistics.ratio(with.getLast(), without.getLast()));
        }
        run.add("textbookPlacementP99Ratio", Statistics.median(ratios), "1");
        run.add("textbookPlacementP99MillisWith", Statistics.median(with), "ms");
        run.add("textbookPlacementP99MillisWithout", Statistics.median(without), "ms");
        run.add("textbookSettleSeconds", Statistics.median(settleSeconds), "s");
    }

    /** The p99 of what was due while it settled, or in a window without. */
    private double window(double rate, int pair, boolean settles, List<Double> settleSeconds) throws SQLException {
        try (DatabaseLoad load = DatabaseLoad.start(rate, sizes.textbookConnections(), _ -> placement())) {
            Pause.millis(LEAD_MILLIS);
            int from = load.second();
            if (settles) {
                settleSeconds.add(settle(sizes.ofPair(pair)));
            } else {
                Pause.millis(sizes.windowMillis());
            }
            int to = Math.max(from + 1, load.second());
            Latencies latencies = load.stop().between(from, to);
            run.progress()
                    .say("  textbook, pair %d %s: placement p50 %.1f, p99 %.1f ms of %d bets%s"
                            .formatted(
                                    pair,
                                    settles ? "with" : "without",
                                    latencies.p50Millis(),
                                    latencies.p99Millis(),
                                    latencies.count(),
                                    settles ? ", settled in %.1f s".formatted(settleSeconds.getLast()) : ""));
            return latencies.p99Millis();
        }
    }

    private double settle(BetSet set) throws SQLException {
        try (Connection owner = run.stack().baseline(DatabaseRole.MIGRATOR)) {
            long beganNanos = System.nanoTime();
            new TextbookSettlement(owner, sample).settle(set);
            return Duration.ofNanos(System.nanoTime() - beganNanos).toMillis() / 1e3;
        }
    }
}
