package matchnight.bench.settlement;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** The parts of a run, in their order: bet-api runs in the first alone, more than one worker in the last. */
enum SettlementScenario {
    BESIDE_PLACEMENT("beside-placement", "how long batches hold balances, beside placement's own hold under load"),
    RATE("rate", "one worker beside one transaction, on one market and over many"),
    AT_SIZE("at-size", "the same with larger numbers of bets"),
    WORKERS("workers", "the same bets by one worker and by several");

    private final String title;
    private final String summary;

    SettlementScenario(String title, String summary) {
        this.title = title;
        this.summary = summary;
    }

    /** What {@code --only} calls it. */
    String title() {
        return title;
    }

    String summary() {
        return summary;
    }

    /** The bets that it settles, to be filled in before anything runs. */
    List<BetSet> sets(SettlementSizes sizes) {
        return switch (this) {
            case BESIDE_PLACEMENT -> List.of(HoldsBesidePlacement.set(sizes));
            case RATE ->
                RateBesideOneTransaction.sets(sizes, List.of(sizes.bets().getFirst()));
            case WORKERS -> WorkerScaling.sets(sizes);
            case AT_SIZE -> RateBesideOneTransaction.sets(sizes, sizes.largerBets());
        };
    }

    void run(SettlementRun run) throws SQLException, IOException {
        switch (this) {
            case BESIDE_PLACEMENT -> HoldsBesidePlacement.run(run);
            case RATE ->
                RateBesideOneTransaction.run(run, List.of(run.sizes().bets().getFirst()));
            case WORKERS -> WorkerScaling.run(run);
            case AT_SIZE -> RateBesideOneTransaction.run(run, run.sizes().largerBets());
        }
    }
}
