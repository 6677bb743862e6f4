package matchnight.settlement.progress;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Reads how far settlement is, for people who ask. */
public final class ProgressReading {

    /** The {@link MarketProgress.State} of a {@code settlement_job} that a statement has joined as {@code job}, if any. */
    public static final String STATE_OF_JOB = """
            CASE WHEN job.market_id IS NULL THEN 'NO_RESULT'
                 WHEN job.unapplied_since IS NULL THEN 'APPLIED'
                 WHEN EXISTS (SELECT FROM settlement_part AS part
                               WHERE part.market_id = job.market_id
                                 AND part.lease_owner IS NOT NULL
                                 AND part.lease_until > clock_timestamp()) THEN 'SETTLING'
                 WHEN EXISTS (SELECT FROM settlement_pause
                               WHERE scope IN ('all', 'market:' || job.market_id)) THEN 'PAUSED'
                 WHEN EXISTS (SELECT FROM settlement_part AS part
                               WHERE part.market_id = job.market_id AND part.attempts > 0) THEN 'FAILING'
                 ELSE 'WAITING' END
            """;

    // Every bet of the market is counted: a question for a person's screen, not for a poll every second.
    private static final String PROGRESS_OF_MARKETS = """
            SELECT market.market_id,
                   coalesce((SELECT max(version) FROM result_event
                              WHERE result_event.market_id = market.market_id), 0) AS version,\s""" + STATE_OF_JOB + """
                   AS state,
                   bets.settled, bets.total - bets.settled AS open,
                   greatest(0, coalesce(extract(epoch FROM clock_timestamp() - job.unapplied_since), 0)) AS age
              FROM market
              LEFT JOIN settlement_job AS job USING (market_id)
             CROSS JOIN LATERAL (
                   SELECT count(*) AS total, count(*) FILTER (WHERE newest.kind <> 'REOPENED') AS settled
                     FROM bet_leg
                     LEFT JOIN LATERAL (SELECT kind FROM bet_settlement
                                         WHERE bet_settlement.bet_id = bet_leg.bet_id
                                         ORDER BY bet_settlement.version DESC LIMIT 1) AS newest ON true
                    WHERE bet_leg.market_id = market.market_id
                      AND bet_leg.bet_id >= uuidv7_lower_bound(market.created_at - interval '1 hour')) AS bets
            """;

    private static final String OF_ONE_MARKET = PROGRESS_OF_MARKETS + " WHERE market.market_id = ?";

    private static final String BACKLOG = PROGRESS_OF_MARKETS + """
             WHERE job.unapplied_since IS NOT NULL
               AND (job.unapplied_since, job.market_id)
                 > (coalesce((SELECT unapplied_since FROM settlement_job WHERE market_id = ?), '-infinity'), ?)
             ORDER BY job.unapplied_since, job.market_id
             LIMIT ?
            """;

    private final DataSource reader;

    public ProgressReading(DataSource reader) {
        this.reader = reader;
    }

    /** Empty if there is no such market. */
    public Optional<MarketProgress> ofMarket(String marketId) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(OF_ONE_MARKET)) {
            statement.setString(1, marketId);
            return read(statement).stream().findFirst();
        }
    }

    /**
     * Markets with results that are not wholly applied, the oldest first.
     *
     * @param afterMarketId the last market of the page before, or an empty text. A market that was applied meanwhile
     *     starts the list anew
     */
    public List<MarketProgress> backlog(String afterMarketId, int limit) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(BACKLOG)) {
            statement.setString(1, afterMarketId);
            statement.setString(2, afterMarketId);
            statement.setInt(3, limit);
            return read(statement);
        }
    }

    private static List<MarketProgress> read(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            List<MarketProgress> markets = new ArrayList<>();
            while (row.next()) {
                markets.add(new MarketProgress(
                        row.getString("market_id"),
                        row.getLong("version"),
                        MarketProgress.State.valueOf(row.getString("state")),
                        row.getLong("settled"),
                        row.getLong("open"),
                        Math.round(row.getDouble("age") * 1_000) / 1_000.0));
            }
            return markets;
        }
    }
}
