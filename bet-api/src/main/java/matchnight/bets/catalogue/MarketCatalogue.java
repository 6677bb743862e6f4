package matchnight.bets.catalogue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/**
 * The markets that can be bet on, in memory. Refreshed by whoever calls {@link #refresh}; a market that a placement finds
 * at another version than here is read by that placement and remembered.
 */
public final class MarketCatalogue {

    private static final String READ_OLDEST_RUNNING_TRANSACTION =
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text";

    private static final double NANOS_IN_A_SECOND = 1e9;

    private final Map<MarketId, MarketSnapshot> markets = new ConcurrentHashMap<>();
    private final DataSource dataSource;
    private @Nullable String readFrom;
    private volatile long freshAsOfNanos = System.nanoTime();

    /**
     * Begins empty.
     *
     * @param dataSource connections in auto-commit mode of a role that may read the markets
     */
    public MarketCatalogue(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The market as it is remembered; null where it is not. */
    public @Nullable MarketSnapshot find(MarketId marketId) {
        return markets.get(marketId);
    }

    /** Reads markets in the caller's transaction and remembers them. */
    public List<MarketSnapshot> readThrough(Connection connection, Collection<MarketId> marketIds) throws SQLException {
        List<MarketSnapshot> read = MarketSnapshots.read(connection, marketIds);
        read.forEach(this::remember);
        return read;
    }

    /**
     * Takes in what has changed since the last call; the first one reads all markets that are not closed.
     *
     * <p>Rows changed by the oldest transaction that ran before the last reading are read again: it may have committed
     * since.
     */
    public synchronized void refresh() throws SQLException {
        long beganNanos = System.nanoTime();
        try (Connection connection = dataSource.getConnection()) {
            String readNextFrom = oldestRunningTransaction(connection);
            String changedSince = readFrom;
            readFrom = readNextFrom;
            try {
                List<MarketSnapshot> changed = changedSince == null
                        ? MarketSnapshots.readOpenOnes(connection)
                        : MarketSnapshots.readChangedSince(connection, changedSince);
                changed.forEach(this::remember);
            } catch (SQLException failure) {
                // The first reading spares placements theirs, and no more: too large a catalogue does without it.
                readFrom = changedSince == null ? readNextFrom : changedSince;
                throw failure;
            }
        }
        forgetOverdue(Instant.now());
        freshAsOfNanos = beganNanos;
    }

    /** How old the newest reading of the database is: what changed since may be unknown here. */
    public double stalenessSeconds() {
        return (System.nanoTime() - freshAsOfNanos) / NANOS_IN_A_SECOND;
    }

    // A slower reader may put an older state over a newer one: whoever bets next finds that it is not the current one.
    private void remember(MarketSnapshot market) {
        markets.put(market.marketId(), market);
    }

    // Whoever bets on one of these still has it read anew.
    private void forgetOverdue(Instant now) {
        markets.values().removeIf(market -> market.settleBy().isBefore(now));
    }

    private static String oldestRunningTransaction(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_OLDEST_RUNNING_TRANSACTION);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }
}
