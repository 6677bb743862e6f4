package matchnight.settlement.apply;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.PlannedPage.Failure;
import matchnight.settlement.plan.PlannedSettlement;
import org.jspecify.annotations.Nullable;

/** The list of bets that batches of one part passed over, kept in the transaction that passes over or settles them. */
final class SkippedBets {

    private static final String KEEP_ON_THE_LIST = """
            INSERT INTO settlement_skipped (market_id, part, account_id, bet_id, reason, detail)
            SELECT ?, ?, account_id, bet_id, reason, detail
              FROM unnest(?::text[], ?::uuid[], ?::text[], ?::text[]) AS skipped (account_id, bet_id, reason, detail)
            ON CONFLICT (market_id, part, account_id, bet_id) DO UPDATE
               SET reason = excluded.reason, detail = excluded.detail
            """;

    private static final String TAKE_OFF_THE_LIST = """
            DELETE FROM settlement_skipped
             WHERE market_id = ?
               AND part = ?
               AND (account_id, bet_id) IN (SELECT * FROM unnest(?::text[], ?::uuid[]))
            """;

    private static final String TELL_THE_OWNER_ONCE = """
            INSERT INTO incident (kind, subject, owner, detail)
            SELECT 'BET_NOT_SETTLED', bet_id, owner, jsonb_build_object('marketId', ?::text, 'reason', detail)
              FROM unnest(?::text[], ?::text[], ?::text[]) AS failed (bet_id, owner, detail)
            ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING
            """;

    private static final int MAX_DETAIL_CHARACTERS = 500;

    private final PartLease lease;
    private final PageSource source;

    SkippedBets(PartLease lease, PageSource source) {
        this.lease = lease;
        this.source = source;
    }

    private record Skipped(
            AccountId accountId,
            UUID betId,
            String reason,
            @Nullable String detail) {}

    /** Adds the statements that bring the list up to date with what becomes of the page. */
    void write(StatementSequence statements, Page page, List<PlannedSettlement> held, List<Failure> failures) {
        List<Skipped> skipped = new ArrayList<>();
        held.forEach(bet -> skipped.add(new Skipped(bet.accountId(), bet.betId(), "HELD", null)));
        failures.forEach(failure -> skipped.add(new Skipped(
                failure.bet().bet().accountId(), failure.bet().bet().betId(), "FAILED", printable(failure.reason()))));
        if (source == PageSource.PASSED_OVER) {
            takeOff(statements, page, skipped);
        }
        if (!skipped.isEmpty()) {
            keep(statements, skipped);
        }
        if (!failures.isEmpty()) {
            tellTheOwners(statements, failures);
        }
    }

    private void keep(StatementSequence statements, List<Skipped> skipped) {
        statements.update(KEEP_ON_THE_LIST, (statement, first) -> {
            statement.setString(first, lease.marketId().value());
            statement.setShort(first + 1, lease.part());
            return ColumnArrays.from(statement, first + 2, skipped)
                    .bind("text", bet -> bet.accountId().value())
                    .bind("uuid", Skipped::betId)
                    .bind("text", Skipped::reason)
                    .bind("text", Skipped::detail)
                    .nextIndex();
        });
    }

    private void takeOff(StatementSequence statements, Page page, List<Skipped> staying) {
        Set<UUID> stays = new HashSet<>();
        staying.forEach(bet -> stays.add(bet.betId()));
        List<BetOnPage> done = page.bets().stream()
                .filter(bet -> !stays.contains(bet.bet().betId()))
                .toList();
        if (done.isEmpty()) {
            return;
        }
        statements.update(TAKE_OFF_THE_LIST, (statement, first) -> {
            statement.setString(first, lease.marketId().value());
            statement.setShort(first + 1, lease.part());
            return ColumnArrays.from(statement, first + 2, done)
                    .bind("text", bet -> bet.bet().accountId().value())
                    .bind("uuid", bet -> bet.bet().betId())
                    .nextIndex();
        });
    }

    private void tellTheOwners(StatementSequence statements, List<Failure> failures) {
        statements.update(TELL_THE_OWNER_ONCE, (statement, first) -> {
            statement.setString(first, lease.marketId().value());
            return ColumnArrays.from(statement, first + 1, failures)
                    .bind("text", failure -> failure.bet().bet().betId().toString())
                    .bind("text", failure -> failure.bet().owner())
                    .bind("text", failure -> printable(failure.reason()))
                    .nextIndex();
        });
    }

    private static String printable(String reason) {
        String printable = reason.replaceAll("[^\\x20-\\x7E]", "?");
        return printable.substring(0, Math.min(printable.length(), MAX_DETAIL_CHARACTERS));
    }
}
