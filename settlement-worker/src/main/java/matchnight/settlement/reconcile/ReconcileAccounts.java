package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import matchnight.ledger.audit.AccountSlice;
import org.jspecify.annotations.Nullable;

/**
 * Compares accounts with their entries and their open bets: all of them in the order of their ids, or those whose row was
 * written since, by any transaction and anybody's hand.
 */
final class ReconcileAccounts {

    private static final String LIST_BEHIND = """
            SELECT account_id FROM account WHERE account_id > ? ORDER BY account_id LIMIT ?
            """;

    // Who wrote a row says so in xmin. Nothing has to be kept for it, no clock is asked, and a transaction that commits
    // late is found by the next run, which begins where the oldest was that ran. Rows go to another block now and then;
    // one that goes back to a block that was read was written after the run began, and is found by the next.
    private static final String LIST_MOVED_IN_BLOCKS = """
            SELECT account_id
              FROM account
             WHERE ctid >= ?::tid
               AND ctid < ?::tid
               AND age(xmin) <= age((?::bigint % 4294967296)::text::xid)
             ORDER BY account_id
            """;

    private static final String COUNT_BLOCKS =
            "SELECT pg_relation_size('account') / current_setting('block_size')::integer";

    private final DataSource reader;
    private final Slices slices;
    private final AccountDrifts drifts;
    private final int blocksInPart;

    ReconcileAccounts(DataSource reader, Slices slices, AccountDrifts drifts, int blocksInPart) {
        this.reader = reader;
        this.slices = slices;
        this.drifts = drifts;
        this.blocksInPart = blocksInPart;
    }

    /** Looks at the next accounts of the run. */
    Examined next(Run run, Slices.KeepAlive keepAlive) throws SQLException, InterruptedException {
        Long movedSince = run.movedSince();
        return movedSince == null ? nextOfAll(run, keepAlive) : nextMoved(run, movedSince, keepAlive);
    }

    private Examined nextOfAll(Run run, Slices.KeepAlive keepAlive) throws SQLException, InterruptedException {
        List<String> ids = listBehind(run.position(), slices.size());
        Tally tally = look(run, ids, keepAlive);
        return Examined.of(ids.isEmpty() ? null : ids.getLast(), tally);
    }

    private Examined nextMoved(Run run, long movedSince, Slices.KeepAlive keepAlive)
            throws SQLException, InterruptedException {
        long from = run.position().isEmpty() ? 0 : Long.parseLong(run.position());
        Tally tally = look(run, listMoved(from, movedSince), keepAlive);
        long next = from + blocksInPart;
        return Examined.of(next < countBlocks() ? Long.toString(next) : null, tally);
    }

    private Tally look(Run run, List<String> ids, Slices.KeepAlive keepAlive)
            throws SQLException, InterruptedException {
        Tally tally = new Tally();
        slices.lookAtAll(
                ids,
                tally,
                keepAlive,
                (connection, slice, ofSlice) ->
                        drifts.look(connection, new AccountSlice(slice, run.entriesSince()), ofSlice));
        return tally;
    }

    private List<String> listBehind(String account, int most) throws SQLException {
        return list(LIST_BEHIND, statement -> {
            statement.setString(1, account);
            statement.setInt(2, most);
        });
    }

    private List<String> listMoved(long fromBlock, long movedSince) throws SQLException {
        return list(LIST_MOVED_IN_BLOCKS, statement -> {
            statement.setString(1, "(" + fromBlock + ",0)");
            statement.setString(2, "(" + (fromBlock + blocksInPart) + ",0)");
            statement.setLong(3, movedSince);
        });
    }

    private long countBlocks() throws SQLException {
        return Long.parseLong(list(COUNT_BLOCKS, null).getFirst());
    }

    @FunctionalInterface
    private interface Binding {
        void bind(PreparedStatement statement) throws SQLException;
    }

    private List<String> list(String sql, @Nullable Binding binding) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            if (binding != null) {
                binding.bind(statement);
            }
            try (ResultSet row = statement.executeQuery()) {
                List<String> found = new ArrayList<>();
                while (row.next()) {
                    found.add(row.getString(1));
                }
                return found;
            }
        }
    }
}
