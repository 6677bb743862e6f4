package matchnight.bets.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import matchnight.bets.audit.AuditEntry;
import matchnight.bets.audit.AuditLog;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes whether an account may bet. A placement reads the state under the same row lock as the funds: once this has
 * answered, no bet is accepted that the new state forbids. Settlement never asks for the state.
 *
 * <p>A self-exclusion with an end may be made longer and nothing else until it is over: its owner asked not to be able to
 * take it back. One without an end, like every other state, may be ended by whoever has the right to.
 */
@Component
public final class ChangeAccountState {

    /** What became of it. */
    public sealed interface Outcome {
        record Changed(Account account) implements Outcome {}

        record UnknownAccount() implements Outcome {}

        /** The end lies in the past by the database's clock. */
        record EndsInThePast() implements Outcome {}

        record SelfExclusionStands(Instant until) implements Outcome {}
    }

    private static final String LOCK_STATE = """
            SELECT state, state_until, clock_timestamp() AS moment
              FROM account
             WHERE account_id = :account
               FOR NO KEY UPDATE
            """;

    private static final String SET_STATE = """
            UPDATE account
               SET state = :state, state_until = :until, state_reason = :reason
             WHERE account_id = :account
            RETURNING\s""" + AccountRows.COLUMNS;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    ChangeAccountState(
            @Qualifier("placementJdbc") JdbcClient jdbc,
            @Qualifier("placementTransactions") TransactionTemplate transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    public Outcome change(AccountId accountId, StateChange change, String actor) {
        return transactions.execute(_ -> changeLocked(accountId, change, actor));
    }

    private Outcome changeLocked(AccountId accountId, StateChange change, String actor) {
        Optional<Standing> standing = jdbc.sql(LOCK_STATE)
                .param("account", accountId.value())
                .query(Standing::read)
                .optional();
        if (standing.isEmpty()) {
            return new Outcome.UnknownAccount();
        }
        Outcome refusal = standing.get().refusalOf(change);
        return refusal == null ? set(accountId, standing.get(), change, actor) : refusal;
    }

    private Outcome set(AccountId accountId, Standing standing, StateChange change, String actor) {
        Account account = jdbc.sql(SET_STATE)
                .param("account", accountId.value())
                .param("state", change.state().name())
                .param("until", change.until() == null ? null : change.until().atOffset(ZoneOffset.UTC))
                .param("reason", change.reason())
                .query(AccountRows::account)
                .single();
        Map<String, Object> detail = new TreeMap<>(
                Map.of("from", standing.state().name(), "to", change.state().name()));
        if (change.until() != null) {
            detail.put("until", change.until().toString());
        }
        AuditLog.record(jdbc, new AuditEntry(actor, "ACCOUNT_STATE", "account/" + accountId, change.reason(), detail));
        return new Outcome.Changed(account);
    }

    /** What the row says at the moment of its lock. */
    private record Standing(AccountState state, @Nullable Instant until, Instant moment) {

        static Standing read(ResultSet row, int rowNumber) throws SQLException {
            return new Standing(
                    AccountState.valueOf(row.getString("state")),
                    AccountRows.nullableInstant(row, "state_until"),
                    row.getObject("moment", OffsetDateTime.class).toInstant());
        }

        @Nullable
        Outcome refusalOf(StateChange change) {
            Instant wanted = change.until();
            if (wanted != null && !wanted.isAfter(moment)) {
                return new Outcome.EndsInThePast();
            }
            return endsSelfExclusionEarly(change) && until != null ? new Outcome.SelfExclusionStands(until) : null;
        }

        private boolean endsSelfExclusionEarly(StateChange change) {
            if (state != AccountState.SELF_EXCLUDED || until == null || !until.isAfter(moment)) {
                return false;
            }
            return change.state() != AccountState.SELF_EXCLUDED
                    || change.until() == null
                    || change.until().isBefore(until);
        }
    }
}
