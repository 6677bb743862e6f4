package matchnight.ledger.idempotency;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * Claims keys, reads what is stored under them, and stores first outcomes. Every statement belongs into the caller's
 * transaction.
 *
 * <p>A claim is a transaction's advisory lock on the key that never waits: a key in flight elsewhere delays its own command
 * only, and there is nothing to clean up after a crash. The table's primary key is the second lock on the same door.
 */
public final class KeyClaims {

    // Taken in key order and without waiting, so no claim can deadlock. Two keys that share a hash merely take turns.
    private static final String TRY_CLAIM_IN_KEY_ORDER = """
            SELECT ordinal
              FROM (SELECT ordinal, key_text
                      FROM unnest(?::text[]) WITH ORDINALITY AS key (key_text, ordinal)
                     ORDER BY ordinal) AS key
             WHERE pg_try_advisory_xact_lock(hashtextextended(key_text, 0))
            """;

    // Begun after the claims were had, so that it sees whatever the key's former holder committed.
    private static final String READ_STORED_OUTCOMES = """
            SELECT stored.account_id, stored.operation, stored.idempotency_key, request_hash, outcome, detail,
                   bet_id, entry_version, entry_written_on, reply_version
              FROM unnest(?::text[], ?::text[], ?::text[]) AS key (account_id, operation, idempotency_key)
              JOIN idempotency AS stored USING (account_id, operation, idempotency_key)
            """;

    private static final String STORE_FIRST_OUTCOMES = """
            INSERT INTO idempotency (account_id, operation, idempotency_key, request_hash, outcome, detail,
                                     bet_id, entry_version, entry_written_on, reply_version, written_at)
            SELECT account_id, operation, idempotency_key, decode(request_hash, 'hex'), outcome, detail,
                   bet_id, entry_version, entry_written_on, reply_version, written_at
              FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::jsonb[],
                          ?::uuid[], ?::bigint[], ?::date[], ?::smallint[], ?::timestamptz[])
                AS first (account_id, operation, idempotency_key, request_hash, outcome, detail,
                          bet_id, entry_version, entry_written_on, reply_version, written_at)
            """;

    private KeyClaims() {}

    /** Claims those keys that are free until the transaction ends, and says which. Waits for none. */
    public static Found<Set<KeyScope>> tryClaim(StatementSequence statements, Collection<KeyScope> scopes) {
        List<KeyScope> inOrder = List.copyOf(new TreeSet<>(scopes));
        return statements.query(
                TRY_CLAIM_IN_KEY_ORDER,
                (statement, first) -> ColumnArrays.from(statement, first, inOrder)
                        .bind("text", KeyScope::text)
                        .nextIndex(),
                rows -> {
                    Set<KeyScope> claimed = new HashSet<>();
                    while (rows.next()) {
                        claimed.add(inOrder.get(rows.getInt(1) - 1));
                    }
                    return claimed;
                });
    }

    /** What is stored under the keys, for those under which something is; to follow their claims. */
    public static Found<Map<KeyScope, StoredOutcome>> read(StatementSequence statements, Collection<KeyScope> scopes) {
        List<KeyScope> keys = List.copyOf(scopes);
        return statements.query(
                READ_STORED_OUTCOMES,
                (statement, first) -> bindKeys(statement, first, keys).nextIndex(),
                rows -> {
                    Map<KeyScope, StoredOutcome> stored = new HashMap<>();
                    while (rows.next()) {
                        stored.put(scopeOf(rows), outcomeOf(rows));
                    }
                    return stored;
                });
    }

    /** Stores the first outcomes of keys that this transaction has claimed. */
    public static void store(
            StatementSequence statements, SortedMap<KeyScope, StoredOutcome> outcomes, Instant writtenAt) {
        if (outcomes.isEmpty()) {
            return;
        }
        List<KeyScope> keys = List.copyOf(outcomes.keySet());
        List<StoredOutcome> values = List.copyOf(outcomes.values());
        statements.update(
                STORE_FIRST_OUTCOMES,
                (statement, first) ->
                        bindOutcomes(statement, bindKeys(statement, first, keys).nextIndex(), values, writtenAt));
    }

    private static ColumnArrays<KeyScope> bindKeys(PreparedStatement statement, int firstIndex, List<KeyScope> keys)
            throws SQLException {
        return ColumnArrays.from(statement, firstIndex, keys)
                .bind("text", scope -> scope.accountId().value())
                .bind("text", scope -> scope.operation().name())
                .bind("text", scope -> scope.key().value());
    }

    private static int bindOutcomes(
            PreparedStatement statement, int firstIndex, List<StoredOutcome> outcomes, Instant writtenAt)
            throws SQLException {
        return ColumnArrays.from(statement, firstIndex, outcomes)
                .bind("text", outcome -> outcome.requestHash().hex())
                .bind("text", StoredOutcome::outcome)
                .bind("text", StoredOutcome::detail)
                .bind("uuid", StoredOutcome::betId)
                .bind("bigint", outcome -> entryVersion(outcome.entry()))
                .bind("text", outcome -> entryDay(outcome.entry()))
                .bind("smallint", StoredOutcome::replyVersion)
                .bind("text", outcome -> writtenAt.toString())
                .nextIndex();
    }

    private static @Nullable Long entryVersion(@Nullable EntryReference entry) {
        return entry == null ? null : entry.version();
    }

    private static @Nullable String entryDay(@Nullable EntryReference entry) {
        return entry == null ? null : entry.writtenOn().toString();
    }

    private static KeyScope scopeOf(ResultSet row) throws SQLException {
        return new KeyScope(
                new AccountId(row.getString("account_id")),
                Operation.valueOf(row.getString("operation")),
                new IdempotencyKey(row.getString("idempotency_key")));
    }

    private static StoredOutcome outcomeOf(ResultSet row) throws SQLException {
        LocalDate writtenOn = row.getObject("entry_written_on", LocalDate.class);
        return new StoredOutcome(
                RequestHash.ofBytes(row.getBytes("request_hash")),
                row.getString("outcome"),
                row.getString("detail"),
                row.getObject("bet_id", UUID.class),
                writtenOn == null ? null : new EntryReference(row.getLong("entry_version"), writtenOn),
                row.getShort("reply_version"));
    }
}
