package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.sql.DatabaseClock;
import matchnight.ledger.sql.NewIds;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.StatementSequence.Found;

/**
 * What a placement's transaction begins with, in one round trip and without a lock on any row: the keys are claimed, and
 * then what stands under them, the accounts and the gate are read.
 *
 * @param claimed keys that this transaction holds now
 * @param stored what stands under keys already
 * @param gate read after the claims
 * @param betIds as many as there are commands, ascending
 * @param moment the database's clock, read last
 */
record FirstLook(
        Set<KeyScope> claimed,
        Map<KeyScope, StoredOutcome> stored,
        Map<AccountId, AccountLook> accounts,
        LiveGate gate,
        List<UUID> betIds,
        Instant moment) {

    // For a retry whose like has waited in vain already. The role's own timeout bounds every other wait.
    private static final String WAIT_SHORTLY_FOR_LOCKS = "SET LOCAL lock_timeout = '50ms'";

    static FirstLook take(Connection connection, List<PlaceBet> commands, boolean waitsShortly) throws SQLException {
        Set<KeyScope> scopes = commands.stream().map(PlaceBet::scope).collect(Collectors.toSet());
        StatementSequence statements = new StatementSequence();
        if (waitsShortly) {
            statements.update(WAIT_SHORTLY_FOR_LOCKS, (statement, first) -> first);
        }
        Found<Set<KeyScope>> claimed = KeyClaims.tryClaim(statements, scopes);
        Found<Map<KeyScope, StoredOutcome>> stored = KeyClaims.read(statements, scopes);
        Found<Map<AccountId, AccountLook>> accounts = AccountLook.lookAt(statements, accountsOf(commands));
        Found<LiveGate> gate = LiveGate.read(statements, selectionsOf(commands));
        Found<List<UUID>> betIds = NewIds.draw(statements, commands.size());
        Found<Instant> moment = DatabaseClock.read(statements);
        statements.run(connection);
        return new FirstLook(claimed.get(), stored.get(), accounts.get(), gate.get(), betIds.get(), moment.get());
    }

    static Set<AccountId> accountsOf(List<PlaceBet> commands) {
        return commands.stream().map(PlaceBet::accountId).collect(Collectors.toCollection(TreeSet::new));
    }

    static Set<SelectionKey> selectionsOf(List<PlaceBet> commands) {
        return commands.stream()
                .flatMap(command -> command.legs().stream())
                .map(PlaceBet.Leg::selection)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
