package matchnight.settlement.pause;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.audit.AuditLog;
import org.jspecify.annotations.Nullable;

/**
 * The pauses in force. Claims and batches look at them in the statements that they begin with: what a batch has begun with
 * before, it ends with.
 */
final class Pauses {

    // Pausing again keeps who did it first.
    private static final String PAUSE_ONCE = """
            INSERT INTO settlement_pause (scope, paused_by, reason) VALUES (?, ?, ?) ON CONFLICT (scope) DO NOTHING
            """;

    private static final String RESUME = """
            DELETE FROM settlement_pause WHERE scope = ?
            """;

    private static final String READ_ONE = """
            SELECT scope, paused_at, paused_by, reason FROM settlement_pause WHERE scope = ?
            """;

    // Everything first, then by time.
    private static final String LIST = """
            SELECT scope, paused_at, paused_by, reason
              FROM settlement_pause
             ORDER BY scope <> 'all', paused_at, scope
             LIMIT ?
            """;

    private static final String COUNT = """
            SELECT count(*) FILTER (WHERE scope <> 'all') AS markets, count(*) FILTER (WHERE scope = 'all') AS everything
              FROM settlement_pause
            """;

    private static final String FIND_MARKET = """
            SELECT FROM market WHERE market_id = ?
            """;

    private static final String COUNT_LEASES = """
            SELECT count(*)
              FROM settlement_part
             WHERE lease_owner IS NOT NULL
               AND lease_until > clock_timestamp()
               AND market_id = coalesce(?, market_id)
               AND lease_owner = coalesce(?, lease_owner)
            """;

    // A pause that stood already may be ended between the two statements that look at it.
    private static final int TRIES_AGAINST_RESUMES = 3;

    private final DataSource worker;

    /** Works through connections of the role settlement_worker. */
    Pauses(DataSource worker) {
        this.worker = worker;
    }

    /** How many markets are paused one by one, and whether everything is. */
    record Extent(long markets, boolean isEverything) {}

    /** Pauses the scope and notes who did it; empty if there is no such market. */
    Optional<Pause> pause(Scope scope, String actor, String action, String reason) throws SQLException {
        return Transaction.run(worker, connection -> pauseIn(connection, scope, actor, action, reason));
    }

    private static Optional<Pause> pauseIn(
            Connection connection, Scope scope, String actor, String action, String reason) throws SQLException {
        if (!isKnown(connection, scope)) {
            return Optional.empty();
        }
        for (int tries = 0; tries < TRIES_AGAINST_RESUMES; tries++) {
            boolean isNew = insert(connection, scope, actor, reason);
            Optional<Pause> stands = readOne(connection, scope);
            if (stands.isPresent()) {
                AuditLog.record(connection, actor, action, scope.auditSubject(), reason, Map.of("changed", isNew));
                return stands;
            }
        }
        throw new IllegalStateException("The pause of " + scope.name() + " ends whenever it is looked at");
    }

    private static boolean insert(Connection connection, Scope scope, String actor, String reason) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PAUSE_ONCE)) {
            statement.setString(1, scope.name());
            statement.setString(2, actor);
            statement.setString(3, reason);
            return statement.executeUpdate() == 1;
        }
    }

    /** Ends the pause of the scope and notes who did it; false if there is no such market. */
    boolean resume(Scope scope, String actor, String reason) throws SQLException {
        return Transaction.run(worker, connection -> {
            if (!isKnown(connection, scope)) {
                return false;
            }
            boolean wasPaused = delete(connection, scope);
            AuditLog.record(
                    connection,
                    actor,
                    "SETTLEMENT_RESUMED",
                    scope.auditSubject(),
                    reason,
                    Map.of("changed", wasPaused));
            return true;
        });
    }

    private static boolean delete(Connection connection, Scope scope) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RESUME)) {
            statement.setString(1, scope.name());
            return statement.executeUpdate() == 1;
        }
    }

    private static boolean isKnown(Connection connection, Scope scope) throws SQLException {
        MarketId marketId = scope.marketId();
        if (marketId == null) {
            return true;
        }
        try (PreparedStatement statement = connection.prepareStatement(FIND_MARKET)) {
            statement.setString(1, marketId.value());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private static Optional<Pause> readOne(Connection connection, Scope scope) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_ONE)) {
            statement.setString(1, scope.name());
            return read(statement).stream().findFirst();
        }
    }

    /** The pauses in force, at most {@code limit}. */
    List<Pause> list(int limit) throws SQLException {
        try (Connection connection = worker.getConnection();
                PreparedStatement statement = connection.prepareStatement(LIST)) {
            statement.setInt(1, limit);
            return read(statement);
        }
    }

    private static List<Pause> read(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            List<Pause> pauses = new ArrayList<>();
            while (row.next()) {
                pauses.add(new Pause(
                        Scope.named(row.getString("scope")),
                        row.getObject("paused_at", OffsetDateTime.class).toInstant(),
                        row.getString("paused_by"),
                        row.getString("reason")));
            }
            return pauses;
        }
    }

    Extent extent() throws SQLException {
        try (Connection connection = worker.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Extent(row.getLong("markets"), row.getLong("everything") > 0);
        }
    }

    /** Leases that any worker holds on parts of the market. */
    long leasesOn(MarketId marketId) throws SQLException {
        return countLeases(marketId.value(), null);
    }

    /** Leases that one worker holds. */
    long leasesOf(String owner) throws SQLException {
        return countLeases(null, owner);
    }

    private long countLeases(@Nullable String marketId, @Nullable String owner) throws SQLException {
        try (Connection connection = worker.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT_LEASES)) {
            statement.setString(1, marketId);
            statement.setString(2, owner);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
