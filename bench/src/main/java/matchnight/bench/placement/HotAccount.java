package matchnight.bench.placement;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import matchnight.bench.load.ClosedLoop;
import matchnight.bench.load.Tally;
import matchnight.bench.load.WireAnswer;
import matchnight.bench.report.Target;
import matchnight.stack.DatabaseRole;

/** One account and 64 clients, beside what the server does at best with one UPDATE a commit on one row. */
final class HotAccount {

    private static final int CLIENTS = 64;
    private static final List<Integer> ROW_CLIENTS = List.of(8, 16, 64);
    private static final Target RATIO = Target.atLeast(2).wanting(5);
    private static final Target NONE = Target.atMost(0);

    private static final String MAKE_HOT_ROW = """
            CREATE TABLE hot_row (id integer PRIMARY KEY, value bigint NOT NULL) WITH (fillfactor = 50);
            INSERT INTO hot_row VALUES (1, 0);
            GRANT SELECT, UPDATE ON hot_row TO bet_api;
            """;

    private static final String RAISE_HOT_ROW = "UPDATE hot_row SET value = value + 1 WHERE id = 1";

    private static final String COUNT_BETS = """
            SELECT count(*) AS bets, account.version - 1 AS movements
              FROM account
              LEFT JOIN bet USING (account_id)
             WHERE account_id = ?
             GROUP BY account.version
            """;

    private static final String COUNT_STORED_KEYS = """
            SELECT count(*) AS stored
              FROM idempotency
             WHERE account_id = ? AND operation = 'BET' AND outcome = 'ACCEPTED'
            """;

    private final PlacementRun run;
    private final Series<Integer> rows = new Series<>();
    private final Series<Integer> bets = new Series<>();
    private long accepted;
    private long timedOut;

    private HotAccount(PlacementRun run) {
        this.run = run;
    }

    static void run(PlacementRun run) throws SQLException, IOException {
        HotAccount hot = new HotAccount(run);
        try (Connection owner = run.stack().baseline(DatabaseRole.MIGRATOR);
                Statement statement = owner.createStatement()) {
            statement.execute(MAKE_HOT_ROW);
        }
        for (int turn = 0; turn < run.times().repetitions(); turn++) {
            hot.updateOneRow();
            hot.betFromOneAccount();
        }
        hot.report();
    }

    private void updateOneRow() throws SQLException {
        for (int clients : ROW_CLIENTS) {
            double rate = ClosedLoop.timesPerSecond(
                    clients,
                    run.times().baseline(),
                    _ -> new RaiseHotRow(run.stack().baseline(DatabaseRole.BET_API)));
            rows.add(clients, rate);
            run.progress().say("  one row, %d connections: %.0f updates/s".formatted(clients, rate));
        }
    }

    private void betFromOneAccount() throws IOException {
        Tally tally = run.closed(CLIENTS, run.times().load(), run.bettors().hot(), run.usualSlips());
        bets.add(CLIENTS, tally.acceptedPerSecond());
        accepted += tally.accepted();
        timedOut += tally.outcomes().entrySet().stream()
                .filter(outcome -> !outcome.getKey().equals("ACCEPTED"))
                .mapToLong(java.util.Map.Entry::getValue)
                .sum();
        run.progress()
                .say("  one account, %d clients: %.0f bets/s, p99 %.1f ms %s"
                        .formatted(
                                CLIENTS,
                                tally.acceptedPerSecond(),
                                tally.latencies().p99Millis(),
                                tally.outcomes()));
        run.awaitRelay();
    }

    private void report() throws SQLException {
        double rowRate = rows.median(rows.best());
        run.add("hotAccountBetsPerSecond", bets.median(CLIENTS), "bets/s");
        run.add("hotRowUpdatesPerSecond", rowRate, "updates/s");
        run.add("hotAccountRatio", bets.median(CLIENTS) / rowRate, "1", RATIO);
        reportLosses();
    }

    private void reportLosses() throws SQLException {
        long stored = count(COUNT_STORED_KEYS, "stored");
        long betRows = count(COUNT_BETS, "bets");
        long movements = count(COUNT_BETS, "movements");
        long lost = Math.max(0, accepted - stored);
        long doubled = Math.max(0, betRows - stored) + Math.max(0, movements - stored);
        run.addCount("hotAccountLost", lost, "bets", NONE);
        run.addCount("hotAccountDoubled", doubled, "bets", NONE);
        run.addCount("hotAccountTimedOut", timedOut, "requests", NONE);
        run.check(
                "the hot account lost and doubled nothing",
                lost == 0 && doubled == 0 && movements == betRows,
                "%d answered %d, stored %d keys, %d bets and %d movements"
                        .formatted(accepted, WireAnswer.ACCEPTED, stored, betRows, movements));
    }

    private long count(String sql, String column) throws SQLException {
        try (PreparedStatement statement = run.superuser().prepareStatement(sql)) {
            statement.setString(1, Population.HOT_ACCOUNT);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(column);
            }
        }
    }

    private static final class RaiseHotRow implements ClosedLoop.Worker {

        private final Connection connection;
        private final PreparedStatement raise;

        RaiseHotRow(Connection connection) throws SQLException {
            this.connection = connection;
            this.raise = connection.prepareStatement(RAISE_HOT_ROW);
        }

        @Override
        public void once() throws SQLException {
            raise.executeUpdate();
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
