package matchnight.settlement.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What holds in every database at every time; each query lists the rows that break it. */
public final class Invariants {

    private static final Map<String, String> BREACHES = new LinkedHashMap<>();

    static {
        BREACHES.put("every balance is the sum of its entries, and its version their number", """
                SELECT account_id
                  FROM account LEFT JOIN (SELECT account_id, sum(available_change) AS a, sum(reserved_change) AS r,
                                                 count(*) AS n, max(version) AS v
                                            FROM ledger_entry GROUP BY account_id) AS entry USING (account_id)
                 WHERE (available, reserved, account.version) IS DISTINCT FROM (coalesce(a, 0), coalesce(r, 0), coalesce(v, 0))
                    OR coalesce(n, 0) <> coalesce(v, 0)
                """);
        BREACHES.put("every entry continues the one before it", """
                SELECT account_id || ' ' || version
                  FROM (SELECT *, lag(available, 1, 0::bigint) OVER by_version AS before_available,
                               lag(reserved, 1, 0::bigint) OVER by_version AS before_reserved
                          FROM ledger_entry WINDOW by_version AS (PARTITION BY account_id ORDER BY version)) AS entry
                 WHERE before_available + available_change <> available
                    OR before_reserved + reserved_change <> reserved
                """);
        BREACHES.put("what is reserved is the stakes of the open bets", """
                SELECT account_id
                  FROM account
                  LEFT JOIN (SELECT bet.account_id, sum(stake) AS open_stakes
                               FROM bet
                              WHERE coalesce((SELECT kind = 'REOPENED' FROM bet_settlement
                                               WHERE bet_settlement.bet_id = bet.bet_id
                                               ORDER BY version DESC LIMIT 1), true)
                              GROUP BY bet.account_id) AS open USING (account_id)
                 WHERE reserved <> coalesce(open_stakes, 0)
                """);
        BREACHES.put("every settlement has its entries and every entry its settlement", """
                SELECT bet_id || ' v' || version
                  FROM (SELECT DISTINCT bet_id, settlement_version AS version
                          FROM ledger_entry WHERE settlement_version IS NOT NULL) AS entry
                  FULL JOIN bet_settlement USING (bet_id, version)
                 WHERE entry.bet_id IS NULL OR bet_settlement.account_id IS NULL
                """);
        BREACHES.put("settlement versions of a bet have no gap", """
                SELECT bet_id::text FROM bet_settlement GROUP BY bet_id HAVING max(version) <> count(*)
                """);
        BREACHES.put("one event a settlement", """
                SELECT bet_settlement.bet_id || ' v' || version
                  FROM bet_settlement
                  LEFT JOIN outbox ON outbox.bet_id = bet_settlement.bet_id AND settlement_version = version
                 GROUP BY bet_settlement.bet_id, version
                HAVING count(outbox_id) <> 1
                """);
    }

    private Invariants() {}

    public static void hold(World world) throws SQLException {
        for (Map.Entry<String, String> invariant : BREACHES.entrySet()) {
            assertThat(world.texts(invariant.getValue()))
                    .describedAs(invariant.getKey())
                    .isEmpty();
        }
    }
}
