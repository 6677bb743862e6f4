package matchnight.settlement.apply;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.settlement.plan.ExposureChange;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.plan.SettlementKind;
import org.postgresql.util.PSQLException;

/**
 * Writes settlements under their accounts' locks: their keys, the money that they move, the debts that they leave, what
 * they do to exposure and the holds that they leave overdue. The only way a bet is settled, whoever decided it.
 *
 * <p>Whoever writes a settlement holds its account, so that no two ever wait for one key: a key that is taken was taken
 * before, by somebody whose news ours may not have.
 */
public final class SettlementWriting {

    // A key that is taken ends the statements here, before money is moved by what was graded on older news.
    private static final String INSERT_SETTLEMENTS = """
            INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                        exact_returns, proof, settled_at)
            SELECT *, ?::timestamptz
              FROM unnest(?::uuid[], ?::integer[], ?::text[], ?::bet_settlement_kind[], ?::bigint[], ?::text[],
                          ?::text[], ?::smallint[], ?::text[], ?::jsonb[])
            """;

    private static final String NOTE_EXPOSURE_TO_FOLD = """
            INSERT INTO exposure_due (bet_id, settlement_version, is_given_back)
            SELECT * FROM unnest(?::uuid[], ?::integer[], ?::boolean[])
            """;

    // A bet that is reopened after its deadline is overdue at once; the sweep looked at it when the deadline passed and
    // does not look again. A row that the sweep is taking off the list at this moment is waited for and put back.
    private static final String NOTE_OVERDUE_HOLDS = """
            INSERT INTO overdue_hold (bet_id, account_id, owner, currency, stake, settle_by)
            SELECT bet.bet_id, account_id, owner, currency, stake, settle_by
              FROM unnest(?::uuid[]) AS reopened (bet_id)
             CROSS JOIN LATERAL (SELECT * FROM bet WHERE bet.bet_id = reopened.bet_id LIMIT 1) AS bet
             WHERE settle_by <= clock_timestamp()
             ORDER BY bet.bet_id
            ON CONFLICT (bet_id) DO UPDATE SET noted_at = excluded.noted_at
            """;

    private static final String OPEN_DEBTS = """
            INSERT INTO debt (account_id, account_version, since, amount, bet_id, settlement_version, owner)
            SELECT account_id, account_version, ?::timestamptz, amount, bet_id, settlement_version, owner
              FROM unnest(?::text[], ?::bigint[], ?::bigint[], ?::uuid[], ?::integer[], ?::text[])
                   AS opened (account_id, account_version, amount, bet_id, settlement_version, owner)
            """;

    private static final String UNIQUE_VIOLATION = "23505";

    private SettlementWriting() {}

    /**
     * Adds the statements that write the settlements to a sequence of the caller's transaction. When it runs it throws
     * what {@link #isOvertaken} knows if a bet was settled since it was read.
     *
     * @return to be asked after the sequence has run and before the commit
     * @param settlements at least one; their accounts are among those locked
     * @throws ArithmeticException if a balance would leave 64 bits
     */
    public static Posting.Written write(
            StatementSequence statements, LockedAccounts accounts, List<PlannedSettlement> settlements) {
        Instant moment = accounts.moment();
        List<Effect> effects = settlements.stream()
                .map(settlement -> settlement.effectAt(moment))
                .toList();
        Posting posting = Posting.number(accounts, effects);
        insertSettlements(statements, settlements, moment);
        Posting.Written written = posting.write(statements, Posting.Cover.MAY_LEAVE_DEBT);
        noteExposure(statements, settlements);
        openDebts(statements, accounts, settlements, posting);
        noteOverdueHolds(statements, settlements);
        return written;
    }

    /**
     * Whether a bet was settled by somebody else since it was read. Nothing was written; the caller rolls back and looks
     * again.
     */
    public static boolean isOvertaken(SQLException failure) {
        return UNIQUE_VIOLATION.equals(failure.getSQLState())
                && failure instanceof PSQLException refused
                && refused.getServerErrorMessage() != null
                && String.valueOf(refused.getServerErrorMessage().getTable()).startsWith("bet_settlement");
    }

    private static void insertSettlements(
            StatementSequence statements, List<PlannedSettlement> settlements, Instant moment) {
        statements.update(INSERT_SETTLEMENTS, (statement, first) -> {
            statement.setString(first, moment.toString());
            return ColumnArrays.from(statement, first + 1, settlements)
                    .bind("uuid", PlannedSettlement::betId)
                    .bind("integer", PlannedSettlement::version)
                    .bind("text", settlement -> settlement.accountId().value())
                    .bind("text", settlement -> settlement.kind().name())
                    .bind("bigint", PlannedSettlement::returns)
                    .bind("text", settlement -> settlement.cause().type())
                    .bind("text", settlement -> settlement.cause().reference())
                    .bind("smallint", PlannedSettlement::ruleVersion)
                    .bind("text", PlannedSettlement::exactReturns)
                    .bind("text", PlannedSettlement::proof)
                    .nextIndex();
        });
    }

    private static void noteExposure(StatementSequence statements, List<PlannedSettlement> settlements) {
        List<PlannedSettlement> changing = settlements.stream()
                .filter(settlement -> settlement.exposure() != ExposureChange.NONE)
                .toList();
        if (changing.isEmpty()) {
            return;
        }
        statements.update(
                NOTE_EXPOSURE_TO_FOLD,
                (statement, first) -> ColumnArrays.from(statement, first, changing)
                        .bind("uuid", PlannedSettlement::betId)
                        .bind("integer", PlannedSettlement::version)
                        .bind("boolean", settlement -> settlement.exposure() == ExposureChange.GIVEN_BACK)
                        .nextIndex());
    }

    private static void noteOverdueHolds(StatementSequence statements, List<PlannedSettlement> settlements) {
        List<PlannedSettlement> reopened = settlements.stream()
                .filter(settlement -> settlement.kind() == SettlementKind.REOPENED)
                .toList();
        if (reopened.isEmpty()) {
            return;
        }
        statements.update(
                NOTE_OVERDUE_HOLDS,
                (statement, first) -> ColumnArrays.from(statement, first, reopened)
                        .bind("uuid", PlannedSettlement::betId)
                        .nextIndex());
    }

    private record OpenedDebt(Entry entry, PlannedSettlement settlement) {}

    private static void openDebts(
            StatementSequence statements,
            LockedAccounts accounts,
            List<PlannedSettlement> settlements,
            Posting posting) {
        List<OpenedDebt> opened = openedDebts(settlements, posting);
        if (opened.isEmpty()) {
            return;
        }
        statements.update(OPEN_DEBTS, (statement, first) -> {
            statement.setString(first, accounts.moment().toString());
            return ColumnArrays.from(statement, first + 1, opened)
                    .bind("text", debt -> debt.settlement().accountId().value())
                    .bind("bigint", debt -> debt.entry().version())
                    .bind("bigint", debt -> -debt.entry().available())
                    .bind("uuid", debt -> debt.settlement().betId())
                    .bind("integer", debt -> debt.settlement().version())
                    .bind("text", debt -> debt.settlement().owner())
                    .nextIndex();
        });
    }

    // A settlement that leaves an account below zero which was not below before it opens a debt. What it takes and
    // gives
    // back within itself does not: only its last entry says where it leaves the balance.
    private static List<OpenedDebt> openedDebts(List<PlannedSettlement> settlements, Posting posting) {
        List<OpenedDebt> opened = new ArrayList<>();
        for (int i = 0; i < settlements.size(); i++) {
            List<Entry> entries = posting.entriesByEffect().get(i);
            Entry first = entries.getFirst();
            long before = first.available() - first.movement().availableChange();
            if (before >= 0 && entries.getLast().available() < 0) {
                opened.add(new OpenedDebt(entries.getLast(), settlements.get(i)));
            }
        }
        return opened;
    }
}
