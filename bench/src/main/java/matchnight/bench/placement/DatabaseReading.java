package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What the product's database has counted so far.
 *
 * @param statements that the role {@code bet_api} has sent, BEGIN and COMMIT among them
 * @param walPosition how far the log has been written, as an LSN
 */
record DatabaseReading(
        long statements,
        long accountUpdates,
        long accountHeapOnlyUpdates,
        long exposureUpdates,
        long exposureHeapOnlyUpdates,
        String walPosition) {

    private static final String COUNT = """
            SELECT (SELECT coalesce(sum(calls), 0)
                      FROM pg_stat_statements
                      JOIN pg_roles ON pg_roles.oid = userid
                      JOIN pg_database ON pg_database.oid = dbid
                     WHERE rolname = 'bet_api' AND datname = current_database()) AS statements,
                   account.n_tup_upd AS account_updates, account.n_tup_hot_upd AS account_hot,
                   exposure.n_tup_upd AS exposure_updates, exposure.n_tup_hot_upd AS exposure_hot,
                   pg_current_wal_insert_lsn()::text AS wal_position
              FROM pg_stat_user_tables AS account, pg_stat_user_tables AS exposure
             WHERE account.relname = 'account' AND exposure.relname = 'market_exposure'
            """;

    static DatabaseReading take(Connection superuser) throws SQLException {
        try (Statement statement = superuser.createStatement();
                ResultSet row = statement.executeQuery(COUNT)) {
            row.next();
            return new DatabaseReading(
                    row.getLong("statements"),
                    row.getLong("account_updates"),
                    row.getLong("account_hot"),
                    row.getLong("exposure_updates"),
                    row.getLong("exposure_hot"),
                    row.getString("wal_position"));
        }
    }

    /** What was counted between an earlier reading and this one; the position is this one's. */
    DatabaseReading since(DatabaseReading earlier) {
        return new DatabaseReading(
                statements - earlier.statements,
                accountUpdates - earlier.accountUpdates,
                accountHeapOnlyUpdates - earlier.accountHeapOnlyUpdates,
                exposureUpdates - earlier.exposureUpdates,
                exposureHeapOnlyUpdates - earlier.exposureHeapOnlyUpdates,
                walPosition);
    }

    double accountHotShare() {
        return share(accountHeapOnlyUpdates, accountUpdates);
    }

    double exposureHotShare() {
        return share(exposureHeapOnlyUpdates, exposureUpdates);
    }

    /** Of the updates of both tables. */
    double hotShare() {
        return share(accountHeapOnlyUpdates + exposureHeapOnlyUpdates, accountUpdates + exposureUpdates);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
