package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import matchnight.bench.load.Tally;
import matchnight.bench.product.ProductException;
import matchnight.stack.DatabaseRole;

/**
 * An outsider holds one account's row for seconds on end, while bets of that account keep coming. What the others feel of it is
 * their p99 beside that without the outsider, in turn.
 */
final class HeldRow {

    private static final double SHARE_OF_KNEE = 0.6;
    private static final double HELD_ACCOUNT_PER_SECOND = 20;
    private static final int CONNECTIONS = 64;
    private static final long HELD_MILLIS = 2_500;

    private static final String HOLD_ROW = "SELECT account_id FROM account WHERE account_id = ? FOR UPDATE";

    private final PlacementRun run;
    private final double rate;
    private final Series<Boolean> p99 = new Series<>();
    private final Series<Boolean> accepted = new Series<>();

    private HeldRow(PlacementRun run, double rate) {
        this.run = run;
        this.rate = rate;
    }

    static void run(PlacementRun run) throws SQLException, IOException {
        HeldRow heldRow = new HeldRow(run, SHARE_OF_KNEE * run.kneeNow());
        for (int turn = 0; turn < run.times().repetitions(); turn++) {
            boolean heldFirst = turn % 2 == 1;
            heldRow.offer(heldFirst);
            heldRow.offer(!heldFirst);
        }
        heldRow.report();
    }

    private void offer(boolean held) throws SQLException, IOException {
        try (ExecutorService threads = Executors.newFixedThreadPool(2);
                Holder holder = new Holder(run.stack().product(DatabaseRole.MIGRATOR))) {
            var holding = CompletableFuture.runAsync(held ? holder::hold : () -> {}, threads);
            var ofTheAccount = CompletableFuture.supplyAsync(this::offerOfTheAccount, threads);
            Tally others = run.offer(rate, run.times().load());
            Tally own = ofTheAccount.join();
            holder.stop();
            holding.join();
            note(held, others, own);
        }
        run.awaitRelay();
    }

    private void note(boolean held, Tally others, Tally own) {
        p99.add(held, others.latencies().p99Millis());
        accepted.add(held, others.acceptedPerSecond());
        run.progress()
                .say("  row %s: others' p99 %.1f ms at %.0f/s %s; its own %s"
                        .formatted(
                                held ? "held" : "free",
                                others.latencies().p99Millis(),
                                others.offeredPerSecond(),
                                others.outcomes(),
                                own.outcomes()));
    }

    private Tally offerOfTheAccount() {
        try {
            return run.offer(
                    HELD_ACCOUNT_PER_SECOND,
                    CONNECTIONS,
                    run.times().load(),
                    run.bettors().held());
        } catch (IOException broken) {
            throw new ProductException("The held account's load broke off", broken);
        }
    }

    private void report() {
        run.add("heldRowOffered", rate, "bets/s");
        run.add("heldRowOthersP99Millis", p99.median(true), "ms");
        run.add("heldRowFreeP99Millis", p99.median(false), "ms");
        run.add("heldRowP99Ratio", Statistics.ratio(p99.median(true), p99.median(false)), "1");
        run.add("heldRowOthersBetsPerSecond", accepted.median(true), "bets/s");
        run.add("heldRowFreeBetsPerSecond", accepted.median(false), "bets/s");
    }

    private static final class Holder implements AutoCloseable {

        private final Connection outsider;
        private final CountDownLatch stopped = new CountDownLatch(1);

        Holder(Connection outsider) {
            this.outsider = outsider;
        }

        void hold() {
            try (PreparedStatement statement = outsider.prepareStatement(HOLD_ROW)) {
                outsider.setAutoCommit(false);
                statement.setString(1, Population.HELD_ACCOUNT);
                do {
                    statement.execute();
                } while (!isStoppedAfterHolding());
            } catch (SQLException broken) {
                throw new ProductException("The outsider could not hold the row", broken);
            }
        }

        private boolean isStoppedAfterHolding() throws SQLException {
            try {
                return stopped.await(HELD_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return true;
            } finally {
                outsider.rollback();
            }
        }

        void stop() {
            stopped.countDown();
        }

        @Override
        public void close() throws SQLException {
            stop();
            outsider.close();
        }
    }
}
