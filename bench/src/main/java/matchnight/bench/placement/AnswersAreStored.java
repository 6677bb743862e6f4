package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import matchnight.bench.report.Check;

/** What clients were answered beside what is stored under their keys, over a whole run. */
final class AnswersAreStored {

    private static final String NAME = "every answer is what is stored under its key";
    private static final int FETCH_ROWS = 10_000;

    private static final String STORED_OUTCOMES = """
            SELECT idempotency_key, outcome = 'ACCEPTED' AS accepted FROM idempotency WHERE operation = 'BET'
            """;

    private AnswersAreStored() {}

    static Check check(Connection superuser, BetNumbers numbers) throws SQLException {
        BitSet storedAccepted = new BitSet();
        BitSet storedRefused = new BitSet();
        long twice = 0;
        superuser.setAutoCommit(false);
        try (Statement statement = superuser.createStatement()) {
            statement.setFetchSize(FETCH_ROWS);
            try (ResultSet row = statement.executeQuery(STORED_OUTCOMES)) {
                while (row.next()) {
                    long keyed = BetNumbers.number(row.getString("idempotency_key"));
                    if (keyed < BetNumbers.FIRST_FILLED_IN) {
                        int number = (int) keyed;
                        twice += storedAccepted.get(number) || storedRefused.get(number) ? 1 : 0;
                        (row.getBoolean("accepted") ? storedAccepted : storedRefused).set(number);
                    }
                }
            }
        } finally {
            superuser.rollback();
            superuser.setAutoCommit(true);
        }
        return judge(numbers, storedAccepted, storedRefused, twice);
    }

    private static Check judge(BetNumbers numbers, BitSet storedAccepted, BitSet storedRefused, long twice) {
        BitSet lost = numbers.accepted();
        lost.andNot(storedAccepted);
        BitSet refusedButPlaced = numbers.refused();
        refusedButPlaced.and(storedAccepted);
        BitSet forgotten = numbers.refused();
        forgotten.andNot(storedRefused);
        boolean ok = lost.isEmpty() && refusedButPlaced.isEmpty() && forgotten.isEmpty() && twice == 0;
        return new Check(
                NAME,
                ok,
                "%d asked, %d accepted, %d refused; accepted and not stored %d, refused and placed %d, refused and not stored %d, placed twice %d"
                        .formatted(
                                numbers.asked(),
                                numbers.accepted().cardinality(),
                                numbers.refused().cardinality(),
                                lost.cardinality(),
                                refusedButPlaced.cardinality(),
                                forgotten.cardinality(),
                                twice));
    }
}
