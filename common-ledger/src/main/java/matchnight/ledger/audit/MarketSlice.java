package matchnight.ledger.audit;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Some markets with their counters, and with the legs and settlements of their bets.
 *
 * @param marketIds a few: every bet on them is read
 */
public record MarketSlice(List<String> marketIds) implements Narrowing {

    private static final String TABLES = """
            market_exposure AS (
                SELECT * FROM public.market_exposure WHERE market_id = ANY (?)
            ), bet_leg AS (
                SELECT bet_id, market_id, selection_id, liability FROM public.bet_leg WHERE market_id = ANY (?)
            ), bet_on_them AS (
                SELECT DISTINCT bet_id FROM bet_leg
            ), bet_settlement AS (
                SELECT newest.bet_id, newest.version, newest.kind
                  FROM bet_on_them
                 CROSS JOIN LATERAL (SELECT bet_id, version, kind
                                       FROM public.bet_settlement AS settlement
                                      WHERE settlement.bet_id = bet_on_them.bet_id
                                      ORDER BY version DESC
                                      LIMIT 1) AS newest
            )""";

    public MarketSlice {
        marketIds = List.copyOf(marketIds);
    }

    @Override
    public String tables() {
        return TABLES;
    }

    @Override
    public void bind(PreparedStatement statement) throws SQLException {
        Array ids = statement.getConnection().createArrayOf("text", marketIds.toArray());
        statement.setArray(1, ids);
        statement.setArray(2, ids);
    }
}
