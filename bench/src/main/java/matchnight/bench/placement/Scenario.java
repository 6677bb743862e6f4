package matchnight.bench.placement;

import java.io.IOException;
import java.sql.SQLException;

/** The parts of a run, in their order. */
enum Scenario {
    RATE("rate", "baselines and HTTP in turn: the knee, and what a bet costs there"),
    OFFERED("offered", "latency by offered rate up to the knee"),
    WAL("wal", "log written a bet over a whole checkpoint interval"),
    HOT_ACCOUNT("hot-account", "one account and 64 clients, beside one UPDATE a commit on one row"),
    HOT_MARKET("hot-market", "one selection with 1, 4 and 16 exposure rows"),
    ACCUMULATORS("accumulators", "accumulators of ten legs"),
    STORM("storm", "95 of 100 requests are refused"),
    OVERLOAD("overload", "three times the knee is offered"),
    SUSPENDS("suspends", "an event with 300 markets is suspended and opened at the knee"),
    HELD_ROW("held-row", "an outsider holds one account's row"),
    SNAPSHOT("snapshot", "an old snapshot is held"),
    BATCHES("batches", "batch sizes 1, 4, 16 and 64, each with a bet-api of its own"),
    ROUND_TRIPS("round-trips", "round trips to the database a bet, counted on the wire");

    private final String title;
    private final String summary;

    Scenario(String title, String summary) {
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

    void run(PlacementRun run) throws SQLException, IOException {
        switch (this) {
            case RATE -> RateBesideBaselines.run(run);
            case OFFERED -> LatencyByOfferedRate.run(run);
            case WAL -> LogVolume.run(run);
            case HOT_ACCOUNT -> HotAccount.run(run);
            case HOT_MARKET -> HotMarket.run(run);
            case ACCUMULATORS -> Accumulators.run(run);
            case STORM -> RefusalStorm.run(run);
            case OVERLOAD -> Overload.run(run);
            case SUSPENDS -> Suspends.run(run);
            case HELD_ROW -> HeldRow.run(run);
            case SNAPSHOT -> OldSnapshot.run(run);
            case BATCHES -> BatchSizes.run(run);
            case ROUND_TRIPS -> RoundTrips.run(run);
        }
    }
}
