package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What the database says of a set that was settled.
 *
 * @param settlements rows, of any version
 * @param bets that have one
 * @param settleSeconds from the first settlement's moment to the last one's
 * @param wholeSeconds from the first result's Kafka timestamp to the moment when the last market was wholly applied
 * @param walletP50Seconds from a result's Kafka timestamp to a bet's settlement
 * @param batches bets of each batch, in the order of time: what a batch writes bears one moment
 */
record SettledSet(
        long settlements,
        long bets,
        double settleSeconds,
        double wholeSeconds,
        double walletP50Seconds,
        double walletP99Seconds,
        List<Integer> batches) {

    private static final String READ = """
            WITH settled AS MATERIALIZED (
                SELECT settlement.bet_id, settlement.settled_at,
                       extract(epoch FROM settlement.settled_at - result.kafka_timestamp)::float8 AS wallet_seconds
                  FROM bet_leg AS leg
                  JOIN bet_settlement AS settlement USING (bet_id)
                  JOIN result_event AS result USING (market_id)
                 WHERE leg.market_id = ANY (?)
            ), batch AS (
                SELECT settled_at, count(*)::integer AS bets FROM settled GROUP BY settled_at
            )
            SELECT count(*) AS settlements, count(DISTINCT bet_id) AS bets,
                   extract(epoch FROM max(settled_at) - min(settled_at))::float8 AS settle_seconds,
                   (SELECT extract(epoch FROM max(finished_at) - (SELECT min(kafka_timestamp)
                                                                    FROM result_event
                                                                   WHERE market_id = ANY (?)))::float8
                      FROM settlement_job
                     WHERE market_id = ANY (?)) AS whole_seconds,
                   percentile_disc(0.5) WITHIN GROUP (ORDER BY wallet_seconds) AS wallet_p50,
                   percentile_disc(0.99) WITHIN GROUP (ORDER BY wallet_seconds) AS wallet_p99,
                   (SELECT array_agg(bets ORDER BY settled_at) FROM batch) AS batches
              FROM settled
            """;

    static SettledSet read(Connection superuser, BetSet set) throws SQLException {
        try (PreparedStatement statement = superuser.prepareStatement(READ)) {
            for (int parameter = 1; parameter <= 3; parameter++) {
                statement.setArray(
                        parameter,
                        superuser.createArrayOf("text", set.marketIds().toArray()));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new SettledSet(
                        row.getLong("settlements"),
                        row.getLong("bets"),
                        row.getDouble("settle_seconds"),
                        row.getDouble("whole_seconds"),
                        row.getDouble("wallet_p50"),
                        row.getDouble("wallet_p99"),
                        batches(row));
            }
        }
    }

    private static List<Integer> batches(ResultSet row) throws SQLException {
        List<Integer> batches = new ArrayList<>();
        if (row.getArray("batches") != null) {
            for (Object bets : (Object[]) row.getArray("batches").getArray()) {
                batches.add((Integer) Objects.requireNonNull(bets));
            }
        }
        return batches;
    }

    double perSecond() {
        return settlements / Math.max(settleSeconds, 1e-6);
    }

    double perSecondFromPublished() {
        return settlements / Math.max(wholeSeconds, 1e-6);
    }

    boolean isEachOnce(BetSet set) {
        return settlements == set.bets() && bets == set.bets();
    }
}
