package matchnight.bench.placement;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import matchnight.bench.load.Tally;
import matchnight.stack.LocalStack;

/** Round trips to the database a bet, counted between a bet-api of its own and the server: at the knee, and for a lone client. */
final class RoundTrips {

    private RoundTrips() {}

    static void run(PlacementRun run) throws SQLException, IOException {
        BenchStack stack = run.stack();
        try (CountingProxy proxy = CountingProxy.before(stack.stack().postgres().port(), "bet_api")) {
            run.restartBetApi(Map.of(), urlThrough(stack, proxy));
            count(run, proxy, 1, "Alone");
            count(run, proxy, run.kneeInFlight(), "AtKnee");
        } finally {
            stack.startBetApi(Map.of());
        }
    }

    private static String urlThrough(BenchStack stack, CountingProxy proxy) {
        String port = ":" + stack.stack().postgres().port() + "/" + LocalStack.DATABASE;
        return stack.stack().jdbcUrl().replace(port, ":" + proxy.port() + "/" + LocalStack.DATABASE);
    }

    private static void count(PlacementRun run, CountingProxy proxy, int inFlight, String where)
            throws SQLException, IOException {
        long statementsBefore = run.readDatabase().statements();
        long turnsBefore = proxy.turns();
        Tally tally = run.saturate(inFlight, run.times().load());
        double bets = Math.max(1, tally.accepted());
        run.add("roundTripsPerBet" + where, (proxy.turns() - turnsBefore) / bets, "1");
        run.add("statementsPerBet" + where, (run.readDatabase().statements() - statementsBefore) / bets, "1");
        run.awaitRelay();
    }
}
