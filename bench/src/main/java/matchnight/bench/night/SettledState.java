package matchnight.bench.night;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import matchnight.bench.product.Product;
import matchnight.bench.product.ProductException;
import matchnight.stack.DatabaseRole;

/** How far settlement is, as the database knows it. One connection of the reader, one caller at a time. */
final class SettledState implements AutoCloseable {

    private static final Duration STORED_WITHIN = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private static final String COUNT_STORED = """
            SELECT count(*) FROM result_event WHERE market_id = ? AND version = ?
            """;

    private static final String COUNT_APPLIED = """
            SELECT count(*)
              FROM unnest(?::text[], ?::bigint[]) AS published (market_id, version)
              JOIN result_event USING (market_id, version)
              JOIN settlement_job USING (market_id)
             WHERE applied_revision = revision
            """;

    private static final String COUNT_SETTLEMENTS = """
            SELECT count(*) FROM bet_settlement
            """;

    private final Connection connection;

    SettledState(Product product) throws SQLException {
        this.connection = product.database().connect(DatabaseRole.READER);
    }

    void awaitStored(String marketId, long version) {
        long deadline = System.nanoTime() + STORED_WITHIN.toNanos();
        while (countStored(marketId, version) == 0) {
            if (System.nanoTime() > deadline) {
                throw new ProductException(
                        "Version " + version + " of the result of " + marketId + " was not stored within "
                                + STORED_WITHIN.toSeconds() + " s",
                        null);
            }
            pause();
        }
    }

    /** Whether every one of these results is stored and nothing of their markets is left to settle. */
    synchronized boolean isApplied(Map<String, Long> published) {
        try (PreparedStatement statement = connection.prepareStatement(COUNT_APPLIED)) {
            Array markets = connection.createArrayOf("text", published.keySet().toArray());
            Array versions =
                    connection.createArrayOf("bigint", published.values().toArray());
            statement.setArray(1, markets);
            statement.setArray(2, versions);
            return single(statement) == published.size();
        } catch (SQLException failed) {
            throw new ProductException("Cannot read how far settlement is", failed);
        }
    }

    synchronized long settlements() {
        try (PreparedStatement statement = connection.prepareStatement(COUNT_SETTLEMENTS)) {
            return single(statement);
        } catch (SQLException failed) {
            throw new ProductException("Cannot count the settlements", failed);
        }
    }

    private synchronized long countStored(String marketId, long version) {
        try (PreparedStatement statement = connection.prepareStatement(COUNT_STORED)) {
            statement.setString(1, marketId);
            statement.setLong(2, version);
            return single(statement);
        } catch (SQLException failed) {
            throw new ProductException("Cannot read the stored results", failed);
        }
    }

    private static long single(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ProductException("Interrupted", interrupted);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
