package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import matchnight.ledger.audit.AccountSlice;
import matchnight.ledger.audit.EntriesContinueOneAnother;
import matchnight.ledger.audit.FirstDivergence;
import matchnight.ledger.audit.LedgerEqualsBalances;
import matchnight.ledger.audit.Looked;
import matchnight.ledger.audit.ReservedEqualsOpenBets;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Holds the proofs about accounts against some of them, and says of those that fail where they first diverge. */
final class AccountDrifts {

    private static final String READ_ACCOUNT =
            "SELECT currency, available, reserved, version FROM account WHERE account_id = ?";

    private final String owner;

    AccountDrifts(String owner) {
        this.owner = owner;
    }

    private record Account(CurrencyCode currency, long available, long reserved, long version) {

        String amount(long minorUnits) {
            return new Money(minorUnits, currency).toDecimalString();
        }
    }

    /** Looks at the slice; each statement sees one moment. */
    void look(Connection connection, AccountSlice slice, Tally tally) throws SQLException {
        Looked<LedgerEqualsBalances.Drift> balances = LedgerEqualsBalances.among(connection, slice);
        Looked<EntriesContinueOneAnother.Break> breaks = EntriesContinueOneAnother.among(connection, slice);
        Looked<ReservedEqualsOpenBets.Drift> reserved = ReservedEqualsOpenBets.among(connection, slice);
        tally.looked(slice.accountIds().size(), balances.rowsRead() + reserved.rowsRead());
        Map<String, List<LedgerEqualsBalances.Drift>> ofLedger = new TreeMap<>();
        balances.found()
                .forEach(drift -> ofLedger.computeIfAbsent(drift.accountId(), absent -> new ArrayList<>())
                        .add(drift));
        breaks.found().forEach(found -> ofLedger.computeIfAbsent(found.accountId(), absent -> new ArrayList<>()));
        for (Map.Entry<String, List<LedgerEqualsBalances.Drift>> drift : ofLedger.entrySet()) {
            tally.drift(ledgerDrift(connection, drift.getKey(), drift.getValue()));
        }
        for (ReservedEqualsOpenBets.Drift drift : reserved.found()) {
            tally.drift(reservedDrift(connection, drift));
        }
    }

    private Drift ledgerDrift(Connection connection, String accountId, List<LedgerEqualsBalances.Drift> found)
            throws SQLException {
        Account account = readAccount(connection, accountId);
        // Where only the entries do not continue one another, their sum is the balance.
        LedgerEqualsBalances.Drift values = found.isEmpty()
                ? new LedgerEqualsBalances.Drift(
                        accountId, account.available(), account.reserved(), account.available(), account.reserved())
                : found.getFirst();
        ObjectNode detail = about(accountId, account);
        detail.putObject("balance")
                .put("available", account.amount(values.available()))
                .put("reserved", account.amount(values.reserved()));
        detail.putObject("ledger")
                .put("available", account.amount(values.ledgerAvailable()))
                .put("reserved", account.amount(values.ledgerReserved()));
        put(detail, FirstDivergence.ofBalance(connection, accountId));
        return new Drift(DriftKind.LEDGER_DRIFT, "account/" + accountId, owner, detail);
    }

    private Drift reservedDrift(Connection connection, ReservedEqualsOpenBets.Drift found) throws SQLException {
        Account account = readAccount(connection, found.accountId());
        ObjectNode detail = about(found.accountId(), account);
        detail.put("reserved", account.amount(found.reserved()));
        detail.put("openStakes", account.amount(found.staked()));
        put(detail, FirstDivergence.ofReserved(connection, found.accountId()));
        return new Drift(DriftKind.RESERVED_DRIFT, "account/" + found.accountId(), owner, detail);
    }

    private static ObjectNode about(String accountId, Account account) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("accountId", accountId)
                .put("currency", account.currency().code())
                .put("version", account.version());
    }

    private static void put(ObjectNode detail, FirstDivergence divergence) {
        UUID betId = divergence.betId();
        detail.putObject("firstDivergence")
                .put("entryVersion", divergence.version())
                .put("missing", divergence.isMissing())
                .put("kind", divergence.kind())
                .put("betId", betId == null ? null : betId.toString())
                .put("writtenAt", String.valueOf(divergence.writtenAt()))
                .put("what", divergence.what());
        if (divergence.writtenAt() == null) {
            ((ObjectNode) detail.get("firstDivergence")).putNull("writtenAt");
        }
    }

    private static Account readAccount(Connection connection, String accountId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_ACCOUNT)) {
            statement.setString(1, accountId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("Account " + accountId + " is gone");
                }
                return new Account(
                        CurrencyCode.of(row.getString("currency")),
                        row.getLong("available"),
                        row.getLong("reserved"),
                        row.getLong("version"));
            }
        }
    }
}
