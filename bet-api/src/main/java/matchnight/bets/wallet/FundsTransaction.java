package matchnight.bets.wallet;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import matchnight.bets.account.PostedBalance;
import matchnight.bets.wallet.MoveFundsOutcome.Completed;
import matchnight.bets.wallet.MoveFundsOutcome.Reason;
import matchnight.bets.wallet.MoveFundsOutcome.Refused;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.LockedAccount;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.Posting;
import org.jspecify.annotations.Nullable;

/** Moves money over the wallet's edge in the caller's transaction: claim, lock, decide, write. */
final class FundsTransaction {

    private static final short REPLY_VERSION = 1;

    private static final String DRAW_TRANSACTION_ID = "SELECT uuidv7()";

    private static final String READ_TRANSACTION_OF_ENTRY = """
            SELECT transaction_id, written_at
              FROM ledger_entry
             WHERE account_id = ? AND version = ? AND written_on = ?
            """;

    private final Connection connection;
    private final MoveFunds command;

    FundsTransaction(Connection connection, MoveFunds command) {
        this.connection = connection;
        this.command = command;
    }

    MoveFundsOutcome run() throws SQLException {
        Set<KeyScope> scope = Set.of(command.scope());
        if (KeyClaims.tryClaim(connection, scope).isEmpty()) {
            return new MoveFundsOutcome.KeyInUse();
        }
        StoredOutcome stored = KeyClaims.read(connection, scope).get(command.scope());
        return stored == null ? moveOrRefuse() : again(stored);
    }

    private MoveFundsOutcome moveOrRefuse() throws SQLException {
        UUID transactionId = drawTransactionId();
        LockedAccounts accounts = LockedAccounts.lockInOrder(connection, List.of(command.accountId()));
        LockedAccount account = accounts.get(command.accountId());
        if (account == null) {
            return new MoveFundsOutcome.UnknownAccount();
        }
        Reason reason = reasonToRefuse(account.balance());
        return reason == null ? move(transactionId, accounts) : refuse(reason, accounts.moment());
    }

    private @Nullable Reason reasonToRefuse(AccountBalance balance) {
        if (!balance.currency().equals(command.amount().currency())) {
            return Reason.CURRENCY_MISMATCH;
        }
        long amount = command.amount().minorUnits();
        if (command.transfer().needsCover()) {
            return amount > balance.available() ? Reason.INSUFFICIENT_FUNDS : null;
        }
        return balance.available() > AccountBalance.MAX_MINOR_UNITS - balance.reserved() - amount
                ? Reason.BALANCE_LIMIT
                : null;
    }

    private MoveFundsOutcome move(UUID transactionId, LockedAccounts accounts) throws SQLException {
        var movement =
                command.transfer().movement(command.accountId(), transactionId, command.amount(), accounts.moment());
        Posting posting = Posting.number(accounts, List.of(Effect.of(EventType.BalanceChanged, movement)));
        posting.write(connection, Posting.Cover.REQUIRED);
        Entry entry = posting.entriesByEffect().getFirst().getLast();
        store(
                StoredOutcome.ACCEPTED,
                new EntryReference(entry.version(), utcDay(accounts.moment())),
                accounts.moment());
        return new Completed(transactionId, balanceAfter(entry), accounts.moment(), false);
    }

    private AccountBalance balanceAfter(Entry entry) {
        return new AccountBalance(
                command.accountId(), command.amount().currency(), entry.available(), entry.reserved(), entry.version());
    }

    private MoveFundsOutcome refuse(Reason reason, Instant moment) throws SQLException {
        store(reason.name(), null, moment);
        return new Refused(reason, false);
    }

    private void store(String outcome, @Nullable EntryReference entry, Instant moment) throws SQLException {
        var stored = new StoredOutcome(command.requestHash(), outcome, null, null, entry, REPLY_VERSION);
        KeyClaims.store(connection, new TreeMap<>(Map.of(command.scope(), stored)), moment);
    }

    private MoveFundsOutcome again(StoredOutcome stored) throws SQLException {
        if (!stored.requestHash().equals(command.requestHash())) {
            return new MoveFundsOutcome.KeyReused();
        }
        return stored.isAccepted()
                ? readCompleted(requireNonNull(stored.entry()))
                : new Refused(Reason.valueOf(stored.outcome()), true);
    }

    private Completed readCompleted(EntryReference entry) throws SQLException {
        AccountBalance balance = PostedBalance.read(
                connection, command.accountId(), command.amount().currency(), entry);
        try (PreparedStatement statement = connection.prepareStatement(READ_TRANSACTION_OF_ENTRY)) {
            statement.setString(1, command.accountId().value());
            statement.setLong(2, entry.version());
            statement.setObject(3, entry.writtenOn());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                Instant at = row.getObject("written_at", OffsetDateTime.class).toInstant();
                return new Completed(row.getObject("transaction_id", UUID.class), balance, at, true);
            }
        }
    }

    private UUID drawTransactionId() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(DRAW_TRANSACTION_ID);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getObject(1, UUID.class);
        }
    }

    private static LocalDate utcDay(Instant moment) {
        return LocalDate.ofInstant(moment, ZoneOffset.UTC);
    }
}
