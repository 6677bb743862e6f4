package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Population;
import matchnight.bench.placement.ProcessorReading;
import matchnight.bench.placement.Series;
import matchnight.bench.report.Target;
import matchnight.stack.DatabaseRole;

/**
 * One worker with its default settings, and one giant transaction that writes the same rows for the same bets in the copy. Only
 * PostgreSQL, Kafka and the worker run: what either settles is not published meanwhile.
 */
final class RateBesideOneTransaction {

    private static final Target RATIO = Target.atLeast(0.6).wanting(1);
    private static final int TENTHS = 10;

    /** One size on one market or over many, and the sets that are settled in turn for it. */
    private record Case(int bets, int markets, int rounds) {

        String name() {
            return "Of%d%s".formatted(bets, markets == 1 ? "OnOneMarket" : "Over%dMarkets".formatted(markets));
        }

        String words(int round) {
            return "of %d on %d market%s%s"
                    .formatted(bets, markets, markets == 1 ? "" : "s", rounds == 1 ? "" : ", round " + (round + 1));
        }

        BetSet set(int round) {
            return BetSet.of("rate%d-%d-%d".formatted(bets, markets, round), Population.bettors(), markets, bets);
        }
    }

    private final SettlementRun run;
    private final Case settledCase;
    private final Series<String> rates = new Series<>();
    private final List<MeasuredSet> measured = new ArrayList<>();

    private RateBesideOneTransaction(SettlementRun run, Case settledCase) {
        this.run = run;
        this.settledCase = settledCase;
    }

    private static List<Case> cases(SettlementSizes sizes, List<Integer> numbers) {
        List<Case> cases = new ArrayList<>();
        for (int bets : numbers) {
            cases.add(new Case(bets, 1, bets == sizes.bets().getFirst() ? sizes.rounds() : 1));
            cases.add(new Case(bets, sizes.spread(), 1));
        }
        return cases;
    }

    static List<BetSet> sets(SettlementSizes sizes, List<Integer> numbers) {
        return cases(sizes, numbers).stream()
                .flatMap(one -> IntStream.range(0, one.rounds()).mapToObj(one::set))
                .toList();
    }

    /** Settles each of the numbers of bets on one market and over many. */
    static void run(SettlementRun run, List<Integer> numbers) throws SQLException, IOException {
        Series<Integer> rates = new Series<>();
        for (Case one : cases(run.sizes(), numbers)) {
            RateBesideOneTransaction measuring = new RateBesideOneTransaction(run, one);
            for (int round = 0; round < one.rounds(); round++) {
                measuring.takeTurns(round);
            }
            measuring.report(one.bets() == run.sizes().bets().getFirst() && one.markets() == 1);
            rates.add(one.markets() == 1 ? one.bets() : -one.bets(), measuring.rates.median("worker"));
        }
        for (int bets : numbers) {
            run.run().add("oneMarketToManyOf%d".formatted(bets), rates.median(bets) / rates.median(-bets), "1");
        }
    }

    private void takeTurns(int round) throws SQLException, IOException {
        BetSet set = settledCase.set(round);
        if (round % 2 == 1) {
            settleInOneTransaction(set, round);
        }
        MeasuredSet byWorker = MeasuredSet.of(run, set, settledCase.words(round));
        measured.add(byWorker);
        rates.add("worker", byWorker.settled().perSecond());
        rates.add("workerFromPublished", byWorker.settled().perSecondFromPublished());
        if (round % 2 == 0) {
            settleInOneTransaction(set, round);
        }
        compare(set, round);
    }

    private void settleInOneTransaction(BetSet set, int round) throws SQLException {
        run.run().checkpoint();
        try (Connection owner = run.run().stack().baseline(DatabaseRole.MIGRATOR)) {
            double seconds = new OneTransaction(owner, run.sample()).settle(set);
            rates.add("oneTransaction", set.bets() / seconds);
            run.run()
                    .progress()
                    .say("  %s: one transaction %.0f bets/s, %.1f s"
                            .formatted(settledCase.words(round), set.bets() / seconds, seconds));
        }
    }

    private void compare(BetSet set, int round) throws SQLException {
        try (Connection copy = run.run().stack().baselineAsSuperuser()) {
            run.run().add(SameRows.check(run.run().superuser(), copy, set, settledCase.words(round)));
        }
    }

    private void report(boolean isFirst) {
        PlacementRun bench = run.run();
        String name = settledCase.name();
        double ratio = rates.median("worker") / rates.median("oneTransaction");
        if (isFirst) {
            bench.add("settledBetsPerSecond", rates.median("worker"), "bets/s");
            bench.add("oneTransactionBetsPerSecond", rates.median("oneTransaction"), "bets/s");
            bench.add("ratioToOneTransaction", ratio, "1", RATIO);
        }
        bench.add("settledBetsPerSecond" + name, rates.median("worker"), "bets/s");
        bench.add("settledBetsPerSecondFromPublished" + name, rates.median("workerFromPublished"), "bets/s");
        bench.add("oneTransactionBetsPerSecond" + name, rates.median("oneTransaction"), "bets/s");
        bench.add("ratioToOneTransaction" + name, ratio, "1", RATIO);
        reportCost(measured.getFirst(), name);
        reportBatches(measured.getFirst().settled().batches(), name);
    }

    private void reportCost(MeasuredSet first, String name) {
        PlacementRun bench = run.run();
        double bets = first.settled().settlements();
        bench.add("settlementBalanceHeldP50Millis" + name, first.holdP50Millis(), "ms");
        bench.add("settlementBalanceHeldP99Millis" + name, first.holdP99Millis(), "ms");
        bench.add("walBytesPerBet" + name, first.walBytes() / bets, "bytes");
        if (first.recordBytes() > 0) {
            bench.add("walRecordBytesPerBet" + name, first.recordBytes() / bets, "bytes");
        }
        for (ProcessorReading.Part part :
                List.of(ProcessorReading.Part.SETTLEMENT_WORKER, ProcessorReading.Part.POSTGRESQL)) {
            bench.add(part.title() + "ProcessorShare" + name, first.processors().share(part), "1");
        }
        bench.add("otherProcessorShare" + name, first.processors().otherShare(), "1");
    }

    // A tenth of the batches each, in the order of time.
    private void reportBatches(List<Integer> batches, String name) {
        run.run().addCount("batches" + name, batches.size(), "batches");
        for (int tenth = 0; tenth < TENTHS; tenth++) {
            List<Double> some =
                    batches.subList(batches.size() * tenth / TENTHS, batches.size() * (tenth + 1) / TENTHS).stream()
                            .map(Integer::doubleValue)
                            .toList();
            if (!some.isEmpty()) {
                run.run()
                        .add(
                                "batchBetsInTenth%d%s".formatted(tenth + 1, name),
                                matchnight.bench.placement.Statistics.median(some),
                                "bets");
            }
        }
    }
}
