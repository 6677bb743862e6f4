package matchnight.settlement.apply;

import java.sql.SQLException;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.testing.World;

/** Settles a world by results, for tests of other packages. */
public final class Settling {

    private final World world;
    private final Worker worker;

    private Settling(World world, Worker worker) {
        this.world = world;
        this.worker = worker;
    }

    public static Settling in(World world) {
        return new Settling(world, new Worker("worker-1", world.worker(), 10));
    }

    /** Stores the event as intake does and settles everything that is due. */
    public void by(MarketResult event) throws SQLException {
        StoredResults.store(world, event);
        all();
    }

    /** Settles everything that is due. */
    public void all() throws SQLException {
        worker.settleAll();
    }
}
