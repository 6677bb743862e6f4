package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Settles one market after another, each wholly in one transaction, and flips the status of its bets with a single UPDATE. */
final class TextbookSettlement {

    private static final String FLIP_STATUS = """
            UPDATE bet
               SET status = 'SETTLED'
              FROM bet_leg AS leg
             WHERE leg.market_id = ?
               AND bet.bet_id = leg.bet_id
               AND bet.status = 'OPEN'
            """;

    private final Connection owner;
    private final OneTransaction writing;

    TextbookSettlement(Connection owner, ProofSample sample) throws SQLException {
        this.owner = owner;
        this.writing = new OneTransaction(owner, sample);
    }

    void settle(BetSet set) throws SQLException {
        try (PreparedStatement flip = owner.prepareStatement(FLIP_STATUS)) {
            for (String marketId : set.marketIds()) {
                flip.setString(1, marketId);
                int bets = flip.executeUpdate();
                writing.write(new Object[] {marketId}, bets);
                owner.commit();
            }
        }
    }
}
