package matchnight.bench.settlement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import matchnight.bench.report.Check;

/**
 * What a set's settlement has left in one database, to be compared with another's: the settlements by content, their proofs by
 * length, and what the entries moved.
 */
record SameRows(
        String settlements, long proofBytes, long entries, long availableChange, long reservedChange, long outboxRows) {

    private static final double PROOFS_MAY_DIFFER = 0.02;

    private static final String READ = """
            WITH bet_of_set AS MATERIALIZED (
                SELECT bet_id FROM bet_leg WHERE market_id = ANY (?)
            ), settlement AS (
                SELECT count(*) || ' ' || coalesce(sum(hashtextextended(
                           concat_ws(' ', bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                     exact_returns), 0)), 0) AS content,
                       coalesce(sum(length(proof::text)), 0) AS proof_bytes
                  FROM bet_settlement JOIN bet_of_set USING (bet_id)
            ), entry AS (
                SELECT count(*) AS entries, coalesce(sum(available_change), 0) AS available_change,
                       coalesce(sum(reserved_change), 0) AS reserved_change
                  FROM ledger_entry JOIN bet_of_set USING (bet_id)
                 WHERE settlement_version IS NOT NULL
            ), announced AS (
                SELECT count(*) AS outbox_rows
                  FROM outbox JOIN bet_of_set USING (bet_id)
                 WHERE settlement_version IS NOT NULL
            )
            SELECT * FROM settlement CROSS JOIN entry CROSS JOIN announced
            """;

    private static SameRows read(Connection superuser, BetSet set) throws SQLException {
        try (PreparedStatement statement = superuser.prepareStatement(READ)) {
            statement.setArray(
                    1, superuser.createArrayOf("text", set.marketIds().toArray()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new SameRows(
                        row.getString("content"),
                        row.getLong("proof_bytes"),
                        row.getLong("entries"),
                        row.getLong("available_change"),
                        row.getLong("reserved_change"),
                        row.getLong("outbox_rows"));
            }
        }
    }

    /** Whether the baseline in the copy has written what the worker has written in the product's database. */
    static Check check(Connection product, Connection copy, BetSet set, String what) throws SQLException {
        SameRows worker = read(product, set);
        SameRows baseline = read(copy, set);
        boolean proofsAreAsLong =
                Math.abs(worker.proofBytes - baseline.proofBytes) <= PROOFS_MAY_DIFFER * worker.proofBytes;
        return new Check(
                "one transaction wrote the rows that the worker wrote, %s".formatted(what),
                worker.equals(baseline.withProofBytes(worker.proofBytes)) && proofsAreAsLong,
                "worker %s, one transaction %s".formatted(worker, baseline));
    }

    private SameRows withProofBytes(long bytes) {
        return new SameRows(settlements, bytes, entries, availableChange, reservedChange, outboxRows);
    }
}
