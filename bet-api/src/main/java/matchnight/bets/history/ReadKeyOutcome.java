package matchnight.bets.history;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.bets.bet.BetRows;
import matchnight.bets.bet.BetView;
import matchnight.bets.placement.FirstAnswer;
import matchnight.bets.placement.Refusal;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.Operation;
import matchnight.ledger.idempotency.RetiredEffects;
import matchnight.ledger.idempotency.StoredOutcome;
import matchnight.ledger.sql.StatementSequence;
import matchnight.ledger.sql.Transaction;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/**
 * Reads what became of a placement whose answer got lost. A request that is still running is told apart from one that
 * never arrived: who takes "unknown" for "not placed" places twice.
 */
@Component
public final class ReadKeyOutcome {

    /** What stands under the key. */
    public sealed interface Outcome {
        record Accepted(BetView bet) implements Outcome {}

        record Refused(Refusal refusal) implements Outcome {}

        /** The bet was accepted, and its rows have been retired. */
        record Retired() implements Outcome {}

        /** A request with this key is running now. */
        record Running() implements Outcome {}

        /** No request with this key has been decided or is running. */
        record Nothing() implements Outcome {}
    }

    private final DataSource dataSource;

    ReadKeyOutcome(@Qualifier("readerDataSource") DataSource dataSource) {
        this.dataSource = dataSource;
    }

    public Outcome read(AccountId accountId, IdempotencyKey key) throws SQLException {
        var scope = new KeyScope(accountId, Operation.BET, key);
        return Transaction.run(dataSource, connection -> read(connection, scope));
    }

    private static Outcome read(Connection connection, KeyScope scope) throws SQLException {
        // Held to the end of this short transaction, the claim shows that no placement holds it.
        var statements = new StatementSequence();
        var claimed = KeyClaims.tryClaim(statements, Set.of(scope));
        var outcomes = KeyClaims.read(statements, Set.of(scope));
        statements.run(connection);
        if (claimed.get().isEmpty()) {
            return new Outcome.Running();
        }
        StoredOutcome stored = outcomes.get().get(scope);
        return stored == null ? new Outcome.Nothing() : outcome(connection, stored);
    }

    private static Outcome outcome(Connection connection, StoredOutcome stored) throws SQLException {
        UUID betId = stored.betId();
        if (betId == null) {
            return new Outcome.Refused(FirstAnswer.refusal(stored));
        }
        if (RetiredEffects.contain(connection, stored)) {
            return new Outcome.Retired();
        }
        Map<UUID, BetView> bets = BetRows.readAsTheyStand(connection, List.of(betId));
        BetView bet = bets.get(betId);
        if (bet == null) {
            throw new IllegalStateException("Bet " + betId + " stands under a key and is not stored");
        }
        return new Outcome.Accepted(bet);
    }
}
