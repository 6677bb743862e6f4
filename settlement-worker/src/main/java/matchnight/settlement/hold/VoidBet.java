package matchnight.settlement.hold;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Money;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.Transaction;
import matchnight.settlement.apply.MarketBets;
import matchnight.settlement.apply.SettlementWriting;
import matchnight.settlement.audit.AuditLog;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.CurrentSettlement;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.plan.SettlementCause;
import matchnight.settlement.plan.SettlementPlan;
import org.jspecify.annotations.Nullable;

/**
 * Voids an open bet because a person decided so: once, through the ledger that results settle through, and with its entry
 * in the audit log in the same transaction.
 *
 * <p>The account is locked first, waiting for as long as the role's lock_timeout, and the bet is read under the lock.
 * Whoever settles a bet holds its account, so a batch of results either was before us, and then the bet is settled, or
 * finds our settlement and leaves it alone.
 */
final class VoidBet {

    private static final String FIND_BET = """
            SELECT account_id,
                   (SELECT market_id FROM bet_leg WHERE bet_leg.bet_id = bet.bet_id ORDER BY leg_number LIMIT 1) AS market_id
              FROM bet
             WHERE bet_id = ?
            """;

    private static final String TAKE_OFF_LIST = "DELETE FROM overdue_hold WHERE bet_id = ?";

    // Of a batch that could not settle it: nothing waits for that any more.
    private static final String TAKE_OFF_PASSED_OVER =
            "DELETE FROM settlement_skipped WHERE account_id = ? AND bet_id = ?";

    private static final int MOST_ATTEMPTS = 3;

    private final DataSource dataSource;

    VoidBet(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What became of it. */
    sealed interface Outcome {

        /**
         * The bet is void by a person's decision.
         *
         * @param isRepeated whether it was before
         */
        record Voided(UUID betId, int settlementVersion, Money returns, boolean isRepeated) implements Outcome {}

        /** Results have settled it: they decide it. */
        record SettledByResults(UUID betId) implements Outcome {}

        /** There is no such bet. */
        record Unknown() implements Outcome {}
    }

    private record Found(AccountId accountId, MarketId marketId) {}

    /**
     * Voids the bet.
     *
     * @param actor the caller's token's subject
     * @throws SQLException SQLSTATE 55P03 if somebody held the account for long; nothing has happened then
     */
    Outcome run(UUID betId, String actor, String reason) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Transaction.run(dataSource, connection -> decide(connection, betId, actor, reason));
            } catch (SQLException refused) {
                if (attempt == MOST_ATTEMPTS || !SettlementWriting.isOvertaken(refused)) {
                    throw refused;
                }
            }
        }
    }

    private static Outcome decide(Connection connection, UUID betId, String actor, String reason) throws SQLException {
        Found found = find(connection, betId);
        if (found == null) {
            return new Outcome.Unknown();
        }
        LockedAccounts accounts = LockedAccounts.lockInOrder(connection, List.of(found.accountId()));
        BetOnPage bet = MarketBets.readBet(connection, found.marketId(), found.accountId(), betId)
                .bets()
                .getFirst();
        CurrentSettlement current = bet.current();
        if (bet.isOpen()) {
            return write(connection, accounts, bet, actor, reason);
        }
        Objects.requireNonNull(current, "a bet that is not open has a settlement");
        return current.isByPerson() ? voided(bet, current.version(), true) : new Outcome.SettledByResults(betId);
    }

    private static Outcome write(
            Connection connection, LockedAccounts accounts, BetOnPage bet, String actor, String reason)
            throws SQLException {
        UUID betId = bet.bet().betId();
        UUID auditId = AuditLog.record(
                connection,
                actor,
                "BET_VOIDED",
                "bet/" + betId,
                reason,
                Map.of(
                        "accountId", bet.bet().accountId().value(),
                        "currency", bet.bet().stake().currency().code(),
                        "returns", bet.bet().stake().toDecimalString()));
        PlannedSettlement settlement = SettlementPlan.voidedByPerson(bet, SettlementCause.byPerson(auditId));
        StatementSequence statements = new StatementSequence();
        Posting.Written written = SettlementWriting.write(statements, accounts, List.of(settlement));
        statements.update(TAKE_OFF_LIST, (statement, first) -> {
            statement.setObject(first, betId);
            return first + 1;
        });
        statements.update(TAKE_OFF_PASSED_OVER, (statement, first) -> {
            statement.setString(first, bet.bet().accountId().value());
            statement.setObject(first + 1, betId);
            return first + 2;
        });
        statements.run(connection);
        written.require();
        return voided(bet, settlement.version(), false);
    }

    private static Outcome voided(BetOnPage bet, int version, boolean isRepeated) {
        return new Outcome.Voided(bet.bet().betId(), version, bet.bet().stake(), isRepeated);
    }

    private static @Nullable Found find(Connection connection, UUID betId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND_BET)) {
            statement.setObject(1, betId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? new Found(
                                new AccountId(row.getString("account_id")), new MarketId(row.getString("market_id")))
                        : null;
            }
        }
    }
}
