package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The proofs of a won and of a lost single as the worker has written them, for a baseline that is to write as much: every bet is
 * at the same price, so that they differ in their market alone.
 *
 * @param marketId that stands in them
 */
record ProofSample(String marketId, short ruleVersion, String won, String lost) {

    private static final String READ = """
            SELECT settlement.rule_version,
                   max(proof::text) FILTER (WHERE settlement.returns > 0) AS won,
                   max(proof::text) FILTER (WHERE settlement.returns = 0) AS lost
              FROM bet_leg AS leg
              JOIN bet_settlement AS settlement USING (bet_id)
             WHERE leg.market_id = ?
             GROUP BY settlement.rule_version
            """;

    /** Read from a market that the worker has settled. */
    static ProofSample read(Connection superuser, String marketId) throws SQLException {
        try (PreparedStatement statement = superuser.prepareStatement(READ)) {
            statement.setString(1, marketId);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new ProofSample(
                        marketId, row.getShort("rule_version"), row.getString("won"), row.getString("lost"));
            }
        }
    }
}
