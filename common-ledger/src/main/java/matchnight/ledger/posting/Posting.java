package matchnight.ledger.posting;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccount;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one transaction, numbered from the locked balances: decided first, then written in one statement that
 * moves the balances, appends the entries and leaves the outbox rows.
 *
 * <p>Numbering needs no I/O. Writing expects the caller's transaction, the one that holds the locks, and commits nothing.
 */
public final class Posting {

    /** Whether a debit may exceed what is available: only a correction of a settlement may. */
    public enum Cover {
        REQUIRED,
        MAY_LEAVE_DEBT
    }

    // The update is guarded once more by what the entries say: the version they continue, and cover for what they take.
    // An account whose row does not match is not moved, and then none of its entries is written. Outbox ids are drawn
    // in account and version order while the rows are locked.
    private static final String WRITE_ENTRIES_BALANCES_AND_OUTBOX = """
            WITH entry AS MATERIALIZED (
                SELECT *
                  FROM unnest(?::text[], ?::bigint[], ?::ledger_entry_kind[], ?::bigint[], ?::bigint[], ?::bigint[],
                              ?::bigint[], ?::uuid[], ?::integer[], ?::uuid[], ?::timestamptz[], ?::outbox_event_type[])
                    AS entry (account_id, version, kind, available_change, reserved_change, available,
                              reserved, bet_id, settlement_version, transaction_id, happened_at, announced_as)
            ), moment AS MATERIALIZED (
                SELECT ?::timestamptz AS written_at, (?::timestamptz AT TIME ZONE 'UTC')::date AS written_on
            ), change AS (
                SELECT account_id, count(*) AS entries, max(version) AS last_version,
                       sum(available_change)::bigint AS available_change,
                       sum(reserved_change)::bigint AS reserved_change
                  FROM entry
                 GROUP BY account_id
            ), moved AS (
                UPDATE account
                   SET available = account.available + change.available_change,
                       reserved = account.reserved + change.reserved_change,
                       version = change.last_version,
                       debt_since = CASE WHEN account.available + change.available_change >= 0 THEN NULL
                                         ELSE coalesce(account.debt_since, moment.written_at) END
                  FROM change, moment
                 WHERE account.account_id = change.account_id
                   AND account.version + change.entries = change.last_version
                   AND (change.available_change >= 0
                        OR account.available + change.available_change >= 0
                        OR ?)
                RETURNING account.account_id
            ), written AS (
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                          available, reserved, bet_id, settlement_version, transaction_id,
                                          happened_at, written_at)
                SELECT account_id, version, written_on, kind, available_change, reserved_change,
                       available, reserved, bet_id, settlement_version, transaction_id, happened_at, written_at
                  FROM entry JOIN moved USING (account_id) CROSS JOIN moment
            )
            INSERT INTO outbox (written_on, type, account_id, account_version, bet_id, settlement_version, written_at)
            SELECT written_on, announced_as, account_id, version, bet_id, settlement_version, written_at
              FROM entry JOIN moved USING (account_id) CROSS JOIN moment
             WHERE announced_as IS NOT NULL
             ORDER BY account_id, version
            """;

    private final List<List<Entry>> entriesByEffect;
    private final List<Effect> effects;
    private final Instant writtenAt;

    private Posting(List<Effect> effects, List<List<Entry>> entriesByEffect, Instant writtenAt) {
        this.effects = effects;
        this.entriesByEffect = entriesByEffect;
        this.writtenAt = writtenAt;
    }

    /**
     * Numbers the movements of the effects, in their order, from the locked balances.
     *
     * @throws IllegalStateException if an effect's account is not among the locked ones
     * @throws ArithmeticException if a balance would leave 64 bits
     */
    public static Posting number(LockedAccounts accounts, Collection<Effect> effects) {
        Map<AccountId, AccountBalance> balances = new HashMap<>();
        List<List<Entry>> entriesByEffect = new ArrayList<>(effects.size());
        for (Effect effect : effects) {
            AccountBalance balance = balances.computeIfAbsent(effect.accountId(), id -> lockedBalance(accounts, id));
            List<Entry> entries = new ArrayList<>(effect.movements().size());
            for (Movement movement : effect.movements()) {
                balance = after(balance, movement);
                entries.add(new Entry(movement, balance.version(), balance.available(), balance.reserved()));
            }
            balances.put(effect.accountId(), balance);
            entriesByEffect.add(List.copyOf(entries));
        }
        return new Posting(List.copyOf(effects), List.copyOf(entriesByEffect), accounts.moment());
    }

    private static AccountBalance lockedBalance(LockedAccounts accounts, AccountId accountId) {
        LockedAccount locked = accounts.get(accountId);
        if (locked == null) {
            throw new IllegalStateException("Account " + accountId + " is not locked by this transaction");
        }
        return locked.balance();
    }

    private static AccountBalance after(AccountBalance before, Movement movement) {
        return new AccountBalance(
                before.accountId(),
                before.currency(),
                Math.addExact(before.available(), movement.availableChange()),
                Math.addExact(before.reserved(), movement.reservedChange()),
                before.version() + 1);
    }

    /** The entries of each effect, in the order in which the effects were given. */
    public List<List<Entry>> entriesByEffect() {
        return entriesByEffect;
    }

    /** When the entries say that they were written: the moment of the locks. */
    public Instant writtenAt() {
        return writtenAt;
    }

    /** Whether what was sent has written all of the posting. */
    @FunctionalInterface
    public interface Written {

        /**
         * Checks, after the statements have run and before the commit.
         *
         * @throws LedgerMismatchException if a balance is not the one that was locked, or does not cover what is taken: a
         *     bug, after which the caller must roll back
         */
        void require();
    }

    /**
     * Moves the balances, appends the entries and leaves one outbox row an effect, all or nothing.
     *
     * @throws LedgerMismatchException if a balance is not the one that was locked, or does not cover what is taken: a
     *     bug, after which the caller must roll back
     */
    public void write(Connection connection, Cover cover) throws SQLException {
        StatementSequence statements = new StatementSequence();
        Written written = write(statements, cover);
        statements.run(connection);
        written.require();
    }

    /** Writes as the other does, together with the caller's statements; whoever runs them checks the outcome. */
    public Written write(StatementSequence statements, Cover cover) {
        if (effects.isEmpty()) {
            return () -> {};
        }
        Found<Integer> announced = statements.update(
                WRITE_ENTRIES_BALANCES_AND_OUTBOX, (statement, first) -> bind(statement, first, cover));
        return () -> {
            if (announced.get() != effects.size()) {
                throw new LedgerMismatchException(effects.size(), announced.get());
            }
        };
    }

    private int bind(PreparedStatement statement, int firstIndex, Cover cover) throws SQLException {
        int next = ColumnArrays.from(statement, firstIndex, rowsByAccount())
                .bind("text", row -> row.movement().accountId().value())
                .bind("bigint", row -> row.entry().version())
                .bind("text", row -> row.movement().kind().name())
                .bind("bigint", row -> row.movement().availableChange())
                .bind("bigint", row -> row.movement().reservedChange())
                .bind("bigint", row -> row.entry().available())
                .bind("bigint", row -> row.entry().reserved())
                .bind("uuid", row -> row.movement().betId())
                .bind("integer", row -> row.movement().settlementVersion())
                .bind("uuid", row -> row.movement().transactionId())
                .bind("text", row -> row.movement().happenedAt().toString())
                .bind("text", Row::announcedAs)
                .nextIndex();
        OffsetDateTime moment = writtenAt.atOffset(ZoneOffset.UTC);
        statement.setObject(next, moment);
        statement.setObject(next + 1, moment);
        statement.setBoolean(next + 2, cover == Cover.MAY_LEAVE_DEBT);
        return next + 3;
    }

    private List<Row> rowsByAccount() {
        Map<AccountId, List<Row>> byAccount = new TreeMap<>();
        for (int i = 0; i < effects.size(); i++) {
            byAccount
                    .computeIfAbsent(effects.get(i).accountId(), id -> new ArrayList<>())
                    .addAll(rows(effects.get(i).event(), entriesByEffect.get(i)));
        }
        return byAccount.values().stream().flatMap(List::stream).toList();
    }

    private static List<Row> rows(EventType event, List<Entry> entries) {
        long announcedVersion = entries.getLast().version();
        return entries.stream()
                .map(entry -> new Row(entry, entry.version() == announcedVersion ? event.name() : null))
                .toList();
    }

    private record Row(Entry entry, @Nullable String announcedAs) {
        Movement movement() {
            return entry.movement();
        }
    }
}
