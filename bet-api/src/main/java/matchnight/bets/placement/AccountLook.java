package matchnight.bets.placement;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;

/**
 * A plain look at accounts before anything is locked: it spares the locks to those whom it would refuse. The locked row
 * decides what is taken.
 *
 * @param available in minor units, as committed at this moment; what is not covered by it is refused without a lock
 */
record AccountLook(CurrencyCode currency, AccountState state, long available) {

    private static final String LOOK_WITHOUT_LOCK = """
            SELECT account_id, currency,
                   CASE WHEN state_until <= clock_timestamp() THEN 'ACTIVE' ELSE state END AS state_now, available
              FROM account
             WHERE account_id = ANY (?)
            """;

    static Found<Map<AccountId, AccountLook>> lookAt(StatementSequence statements, Collection<AccountId> accountIds) {
        List<AccountId> ids = List.copyOf(accountIds);
        return statements.query(
                LOOK_WITHOUT_LOCK,
                (statement, first) -> ColumnArrays.from(statement, first, ids)
                        .bind("text", AccountId::value)
                        .nextIndex(),
                rows -> {
                    Map<AccountId, AccountLook> looks = new HashMap<>();
                    while (rows.next()) {
                        looks.put(
                                new AccountId(rows.getString(1)),
                                new AccountLook(
                                        CurrencyCode.of(rows.getString(2)),
                                        AccountState.valueOf(rows.getString(3)),
                                        rows.getLong(4)));
                    }
                    return looks;
                });
    }
}
