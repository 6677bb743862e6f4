package matchnight.bench.settlement;

import java.sql.SQLException;
import java.util.List;
import matchnight.bench.placement.PlacementRun;
import matchnight.bench.placement.Population;
import matchnight.bench.product.ResultTopic;

/**
 * What the scenarios of a run share.
 *
 * @param run the stack and what has been found so far
 * @param sample of proofs, from the bets of the warm-up
 */
record SettlementRun(PlacementRun run, SettlementSizes sizes, Workers workers, SettleSet settling, ProofSample sample) {

    /** For as many workers as there may be. */
    static BetSet warmUp(SettlementSizes sizes, int workers) {
        return BetSet.of(
                "warm%d".formatted(workers),
                Population.bettors(),
                sizes.spread(),
                SettlementSizes.wholeRounds(workers * sizes.warmUpBets()));
    }

    /** Starts a worker, and lets it settle what nobody measures. */
    static SettlementRun begin(PlacementRun run, SettlementSizes sizes, Workers workers, ResultTopic topic)
            throws SQLException {
        SettleSet settling = new SettleSet(run, topic);
        run.progress().say("starting a settlement worker and warming it up");
        workers.startUpTo(1);
        BetSet warmUp = warmUp(sizes, 1);
        settling.settle(warmUp, "of the first warm-up");
        List<String> markets = warmUp.marketIds();
        return new SettlementRun(run, sizes, workers, settling, ProofSample.read(run.superuser(), markets.getFirst()));
    }

    /** Starts more workers and lets all of them settle what nobody measures. */
    void startUpTo(int count) throws SQLException {
        if (workers.count() < count) {
            workers.startUpTo(count);
            settling.settle(warmUp(sizes, count), "of the warm-up of %d workers".formatted(count));
        }
    }
}
