package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** Spreads a sweep over what is left of the quiet hours. */
final class SweepPace {

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final int SHARE_OF_THE_TIME_PERCENT = 50;

    // An estimate will do: of accounts with ids behind those that were looked at, as autovacuum counted them all.
    private static final String ESTIMATE_ACCOUNTS = """
            SELECT greatest(0, reltuples)::bigint - (SELECT coalesce(max(accounts), 0)
                                                       FROM reconciliation_run
                                                      WHERE finished_at IS NULL AND cause = 'SCHEDULE' AND mode = 'FULL')
              FROM pg_class
             WHERE oid = 'account'::regclass
            """;

    private final DataSource reader;
    private final Slices accounts;

    SweepPace(DataSource reader, Slices accounts) {
        this.reader = reader;
        this.accounts = accounts;
    }

    /** How long to wait before the next slice, so that about half of the time left is enough for the rest. */
    Duration pause(Duration quietLeft) throws SQLException {
        long slicesLeft = Math.max(1, accountsLeft() / accounts.size());
        Duration even =
                quietLeft.multipliedBy(SHARE_OF_THE_TIME_PERCENT).dividedBy(100).dividedBy(slicesLeft);
        return even.compareTo(LONGEST_PAUSE) < 0 ? even : LONGEST_PAUSE;
    }

    private long accountsLeft() throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(ESTIMATE_ACCOUNTS);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Math.max(0, row.getLong(1));
        }
    }
}
