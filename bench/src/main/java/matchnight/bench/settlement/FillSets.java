package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import matchnight.bench.placement.BenchStack;
import matchnight.bench.placement.Filling;
import matchnight.bench.placement.OpenBets;
import matchnight.bench.placement.Population;
import matchnight.bench.placement.Progress;

/** Fills sets of open bets in before anything runs, as if they had been placed and published in the last half hour. */
final class FillSets {

    private static final int FILLERS = 2;

    // Of today, since a day's partition begins at midnight; and not long before the markets were put up, from which
    // settlement looks for bets.
    private static final String READ_TIMES = """
            SELECT (extract(epoch FROM greatest(now() - interval '30 minutes', date_trunc('day', now(), 'UTC'))) * 1000)::bigint
                       AS from_millis,
                   (extract(epoch FROM now()) * 1000)::bigint AS to_millis
            """;

    private static final String LEAVE_NOTHING_TO_THE_RELAY = """
            UPDATE relay_cursor
               SET last_outbox_id = (SELECT last_value FROM outbox_id_seq),
                   last_written_on = (now() AT TIME ZONE 'UTC')::date
            """;

    private FillSets() {}

    static void fill(BenchStack stack, Progress progress, Connection owner, List<BetSet> sets) throws SQLException {
        progress.say("filling %d open bets in"
                .formatted(sets.stream().mapToInt(BetSet::bets).sum()));
        long firstNumber = 0;
        for (BetSet set : sets) {
            Population.putUpMore(owner, set.marketIds());
            OpenBets.fill(stack, progress, filling(owner, set, firstNumber));
            firstNumber += set.bets();
        }
        OpenBets.countLiability(owner);
        try (Statement statement = owner.createStatement()) {
            statement.executeUpdate(LEAVE_NOTHING_TO_THE_RELAY);
            progress.say("  vacuum");
            statement.execute("VACUUM (ANALYZE)");
        }
    }

    private static Filling filling(Connection owner, BetSet set, long firstNumber) throws SQLException {
        long firstOutboxId = OpenBets.drawOutboxIds(owner, set.bets());
        try (Statement statement = owner.createStatement();
                ResultSet times = statement.executeQuery(READ_TIMES)) {
            times.next();
            return new Filling(
                    set.accountIds(),
                    set.marketIds(),
                    firstNumber,
                    set.rounds(),
                    FILLERS,
                    firstOutboxId,
                    times.getLong("from_millis"),
                    times.getLong("to_millis"));
        }
    }
}
