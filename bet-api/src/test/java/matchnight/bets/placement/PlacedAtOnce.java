package matchnight.bets.placement;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import matchnight.bets.catalogue.MarketCatalogue;
import matchnight.bets.commit.Decision;
import matchnight.bets.commit.Turn;
import matchnight.bets.commit.Turn.Manner;

/** Places without gathering: a list is one batch, and whoever meets a held balance waits for it as the lanes do. */
final class PlacedAtOnce {

    private static final long MOST_WAIT_NANOS = 500_000_000;

    private final BetPlacement placement;

    PlacedAtOnce(DataSource dataSource, int buckets, PlacementMetrics metrics) {
        placement = new BetPlacement(dataSource, dataSource, buckets, new MarketCatalogue(dataSource), metrics);
    }

    List<PlaceBetOutcome> place(List<PlaceBet> commands) throws SQLException {
        List<Decision<PlaceBetOutcome>> decisions = placement.decide(commands, turn(Manner.TOGETHER));
        List<PlaceBetOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < commands.size(); i++) {
            outcomes.add(decidedOrWaitedFor(commands.get(i), decisions.get(i)));
        }
        return outcomes;
    }

    private PlaceBetOutcome decidedOrWaitedFor(PlaceBet command, Decision<PlaceBetOutcome> decision)
            throws SQLException {
        long untilNanos = System.nanoTime() + MOST_WAIT_NANOS;
        Decision<PlaceBetOutcome> newest = decision;
        while (newest instanceof Decision.BalanceHeld<PlaceBetOutcome>) {
            if (System.nanoTime() - untilNanos > 0) {
                throw new SQLException("the balance is held", "55P03");
            }
            newest = placement
                    .decide(List.of(command), turn(Manner.WAITING_FOR_BALANCE))
                    .getFirst();
        }
        return ((Decision.Made<PlaceBetOutcome>) newest).outcome();
    }

    // As many committers as there are callers.
    private static Turn turn(Manner manner) {
        return new Turn(ThreadLocalRandom.current().nextInt(1_000), manner);
    }
}
