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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import matchnight.bets.account.PostedBalance;
import matchnight.bets.commit.Decision;
import matchnight.bets.wallet.MoveFundsOutcome.Completed;
import matchnight.bets.wallet.MoveFundsOutcome.Reason;
import matchnight.bets.wallet.MoveFundsOutcome.Refused;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccount;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.RetiredEffects;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.idempotency.StoredOutcome.EntryReference;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.Posting;
import matchnight.ledger.sql.NewIds;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;
import org.jspecify.annotations.Nullable;

/**
 * Moves a list of amounts over the wallet's edge in the caller's transaction: claim, lock, decide, write, each a round trip.
 * A balance that somebody else holds is passed over.
 */
final class FundsTransaction {

    private static final short REPLY_VERSION = 1;

    private static final String READ_WHICH_EXIST = "SELECT account_id FROM account WHERE account_id = ANY (?)";

    private static final String READ_TRANSACTION_OF_ENTRY = """
            SELECT transaction_id, written_at
              FROM ledger_entry
             WHERE account_id = ? AND version = ? AND written_on = ?
            """;

    private final Connection connection;
    private final List<MoveFunds> commands;
    private final Map<KeyScope, MoveFundsOutcome> outcomes = new HashMap<>();

    FundsTransaction(Connection connection, List<MoveFunds> commands) {
        this.connection = connection;
        this.commands = commands;
    }

    List<Decision<MoveFundsOutcome>> run() throws SQLException {
        Set<KeyScope> scopes = commands.stream().map(MoveFunds::scope).collect(Collectors.toSet());
        StatementSequence statements = new StatementSequence();
        Found<Set<KeyScope>> claimed = KeyClaims.tryClaim(statements, scopes);
        Found<Map<KeyScope, StoredOutcome>> stored = KeyClaims.read(statements, scopes);
        Found<Set<AccountId>> existing = readWhichExist(statements);
        Found<List<UUID>> transactionIds = NewIds.draw(statements, commands.size());
        statements.run(connection);
        List<MoveFunds> fresh = answerStored(claimed.get(), stored.get(), existing.get());
        if (!fresh.isEmpty()) {
            lockAndMove(fresh, transactionIds.get());
        }
        return Decision.ofEach(commands, command -> outcomes.get(command.scope()));
    }

    private List<MoveFunds> answerStored(
            Set<KeyScope> claimed, Map<KeyScope, StoredOutcome> stored, Set<AccountId> existing) throws SQLException {
        List<MoveFunds> fresh = new ArrayList<>();
        for (MoveFunds command : commands) {
            StoredOutcome first = stored.get(command.scope());
            if (!claimed.contains(command.scope())) {
                outcomes.put(command.scope(), new MoveFundsOutcome.KeyInUse());
            } else if (first != null) {
                outcomes.put(command.scope(), again(command, first));
            } else if (!existing.contains(command.accountId())) {
                outcomes.put(command.scope(), new MoveFundsOutcome.UnknownAccount());
            } else {
                fresh.add(command);
            }
        }
        return fresh;
    }

    private void lockAndMove(List<MoveFunds> fresh, List<UUID> transactionIds) throws SQLException {
        StatementSequence locking = new StatementSequence();
        LockedAccounts.Locked locked = LockedAccounts.lockThoseFree(
                locking, fresh.stream().map(MoveFunds::accountId).toList());
        locking.run(connection);
        LockedAccounts accounts = locked.get();
        List<Move> moves = decide(fresh, transactionIds, accounts);
        Posting posting = Posting.number(
                accounts,
                moves.stream().map(move -> move.effectAt(accounts.moment())).toList());
        SortedMap<KeyScope, StoredOutcome> first = complete(moves, posting);
        addRefusals(fresh, first);
        StatementSequence writing = new StatementSequence();
        Posting.Written written = posting.write(writing, Posting.Cover.REQUIRED);
        KeyClaims.store(writing, first, accounts.moment());
        writing.run(connection);
        written.require();
    }

    /** A command that is carried out. */
    private record Move(MoveFunds command, UUID transactionId) {

        Effect effectAt(Instant moment) {
            return Effect.of(
                    EventType.BalanceChanged,
                    command.transfer().movement(command.accountId(), transactionId, command.amount(), moment));
        }
    }

    private List<Move> decide(List<MoveFunds> fresh, List<UUID> transactionIds, LockedAccounts accounts) {
        Map<AccountId, Long> available = new HashMap<>();
        List<Move> moves = new ArrayList<>();
        for (MoveFunds command : fresh) {
            LockedAccount account = accounts.get(command.accountId());
            if (account == null) {
                continue;
            }
            AccountBalance balance = account.balance();
            long left = available.getOrDefault(command.accountId(), balance.available());
            Reason reason = reasonToRefuse(command, balance, left);
            if (reason == null) {
                moves.add(new Move(command, transactionIds.get(moves.size())));
                available.put(command.accountId(), left + command.transfer().change(command.amount()));
            } else {
                outcomes.put(command.scope(), new Refused(reason, false));
            }
        }
        return moves;
    }

    private static @Nullable Reason reasonToRefuse(MoveFunds command, AccountBalance balance, long available) {
        if (!balance.currency().equals(command.amount().currency())) {
            return Reason.CURRENCY_MISMATCH;
        }
        long amount = command.amount().minorUnits();
        if (command.transfer().needsCover()) {
            return amount > available ? Reason.INSUFFICIENT_FUNDS : null;
        }
        return available > AccountBalance.MAX_MINOR_UNITS - balance.reserved() - amount ? Reason.BALANCE_LIMIT : null;
    }

    private SortedMap<KeyScope, StoredOutcome> complete(List<Move> moves, Posting posting) {
        SortedMap<KeyScope, StoredOutcome> first = new TreeMap<>();
        for (int i = 0; i < moves.size(); i++) {
            Move move = moves.get(i);
            Entry entry = posting.entriesByEffect().get(i).getLast();
            outcomes.put(
                    move.command().scope(),
                    new Completed(
                            move.transactionId(), balanceAfter(move.command(), entry), posting.writtenAt(), false));
            first.put(
                    move.command().scope(),
                    stored(
                            move.command(),
                            StoredOutcome.ACCEPTED,
                            new EntryReference(entry.version(), utcDay(posting.writtenAt()))));
        }
        return first;
    }

    private void addRefusals(List<MoveFunds> fresh, SortedMap<KeyScope, StoredOutcome> first) {
        for (MoveFunds command : fresh) {
            if (outcomes.get(command.scope()) instanceof Refused(Reason reason, boolean _)) {
                first.put(command.scope(), stored(command, reason.name(), null));
            }
        }
    }

    private static AccountBalance balanceAfter(MoveFunds command, Entry entry) {
        return new AccountBalance(
                command.accountId(), command.amount().currency(), entry.available(), entry.reserved(), entry.version());
    }

    private static StoredOutcome stored(MoveFunds command, String outcome, @Nullable EntryReference entry) {
        return new StoredOutcome(command.requestHash(), outcome, null, null, entry, REPLY_VERSION);
    }

    private MoveFundsOutcome again(MoveFunds command, StoredOutcome stored) throws SQLException {
        if (!stored.requestHash().equals(command.requestHash())) {
            return new MoveFundsOutcome.KeyReused();
        }
        if (stored.isAccepted() && RetiredEffects.contain(connection, stored)) {
            return new MoveFundsOutcome.Retired();
        }
        return stored.isAccepted()
                ? readCompleted(command, requireNonNull(stored.entry()))
                : new Refused(Reason.valueOf(stored.outcome()), true);
    }

    private Completed readCompleted(MoveFunds command, EntryReference entry) throws SQLException {
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

    private Found<Set<AccountId>> readWhichExist(StatementSequence statements) {
        Object[] ids = commands.stream()
                .map(command -> command.accountId().value())
                .distinct()
                .toArray();
        return statements.query(
                READ_WHICH_EXIST,
                (statement, first) -> {
                    statement.setArray(first, statement.getConnection().createArrayOf("text", ids));
                    return first + 1;
                },
                rows -> {
                    Set<AccountId> existing = new HashSet<>();
                    while (rows.next()) {
                        existing.add(new AccountId(rows.getString(1)));
                    }
                    return existing;
                });
    }

    private static LocalDate utcDay(Instant moment) {
        return LocalDate.ofInstant(moment, ZoneOffset.UTC);
    }
}
