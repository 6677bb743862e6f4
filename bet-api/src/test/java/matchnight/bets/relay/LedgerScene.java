package matchnight.bets.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.LockedAccounts;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.EntryKind;
import matchnight.ledger.posting.Movement;
import matchnight.ledger.posting.Posting;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;

/** Writes what placement, the wallet and settlement write, with their roles and in their transactions. */
final class LedgerScene {

    private static final String OPEN_ACCOUNT = "INSERT INTO account (account_id, currency) VALUES (?, ?)";

    private static final String INSERT_BET_AND_LEG = """
            WITH bet AS (
                INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                                 received_at, accepted_at, settle_by, owner, channel)
                VALUES (uuidv7(), ?, 'SINGLE', ?, ?, ?, 1, ?, clock_timestamp(), clock_timestamp(),
                        clock_timestamp() + interval '1 day', 'traders', 'web')
                RETURNING bet_id, account_id
            ), leg AS (
                INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked,
                                     price, best_odds_guaranteed, gate_version, liability, limit_currency)
                SELECT bet_id, 1, account_id, 'match-1', 'H', 'event-1', '2.40', '2.50', false, 2, 150, 'GBP' FROM bet
            )
            SELECT bet_id FROM bet
            """;

    private static final String INSERT_SETTLEMENT = """
            INSERT INTO bet_settlement (bet_id, version, account_id, kind, returns, cause_type, cause_ref, rule_version,
                                        proof, settled_at)
            VALUES (?, ?, ?, ?::bet_settlement_kind, ?, 'RESULT', 'match-1/1', 1, '{"legs": [{"factor": "5/2"}]}',
                    clock_timestamp())
            """;

    private final TestDatabase database;

    LedgerScene(TestDatabase database) {
        this.database = database;
    }

    /** Work of one transaction. */
    interface Work<T> {
        T in(Connection connection) throws SQLException;
    }

    Connection begin(DatabaseRole role) throws SQLException {
        Connection connection = database.dataSource(role).getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    <T> T inTransaction(DatabaseRole role, Work<T> work) throws SQLException {
        try (Connection connection = begin(role)) {
            T result = work.in(connection);
            connection.commit();
            return result;
        }
    }

    void openAccount(String account, String currency) throws SQLException {
        inTransaction(DatabaseRole.BET_API, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(OPEN_ACCOUNT)) {
                statement.setString(1, account);
                statement.setString(2, currency);
                return statement.executeUpdate();
            }
        });
    }

    void deposit(String account, long amount) throws SQLException {
        inTransaction(DatabaseRole.BET_API, connection -> deposit(connection, account, amount));
    }

    boolean deposit(Connection connection, String account, long amount) throws SQLException {
        var movement = Movement.deposit(new AccountId(account), UUID.randomUUID(), amount, Instant.now());
        return post(connection, Effect.of(EventType.BalanceChanged, movement));
    }

    UUID placeBet(String account, String currency, long stake) throws SQLException {
        return inTransaction(DatabaseRole.BET_API, connection -> placeBet(connection, account, currency, stake));
    }

    UUID placeBet(Connection connection, String account, String currency, long stake) throws SQLException {
        UUID betId = insertBet(connection, account, currency, stake);
        var movement = Movement.stakeReserved(new AccountId(account), betId, stake, Instant.now());
        post(connection, Effect.of(EventType.BetAccepted, movement));
        return betId;
    }

    void settle(String account, UUID betId, long stake, long returns) throws SQLException {
        inTransaction(DatabaseRole.SETTLEMENT_WORKER, connection -> {
            insertSettlement(connection, account, betId, 1, "SETTLED", returns);
            var debited = movement(account, EntryKind.STAKE_DEBITED, 0, -stake, betId, 1);
            var credited = movement(account, EntryKind.RETURNS_CREDITED, returns, 0, betId, 1);
            return post(
                    connection,
                    new Effect(EventType.BetSettled, returns > 0 ? List.of(debited, credited) : List.of(debited)));
        });
    }

    void takeBackAndLose(String account, UUID betId, long stake, long formerReturns) throws SQLException {
        inTransaction(DatabaseRole.SETTLEMENT_WORKER, connection -> {
            insertSettlement(connection, account, betId, 2, "SETTLED", 0L);
            return post(
                    connection,
                    new Effect(
                            EventType.BetResettled,
                            List.of(
                                    movement(account, EntryKind.RETURNS_CREDIT_REVERSED, -formerReturns, 0, betId, 2),
                                    movement(account, EntryKind.STAKE_DEBIT_REVERSED, 0, stake, betId, 2),
                                    movement(account, EntryKind.STAKE_DEBITED, 0, -stake, betId, 2))));
        });
    }

    void reopen(String account, UUID betId, int version, long stake) throws SQLException {
        inTransaction(DatabaseRole.SETTLEMENT_WORKER, connection -> {
            insertSettlement(connection, account, betId, version, "REOPENED", null);
            return post(
                    connection,
                    Effect.of(
                            EventType.BetResettled,
                            movement(account, EntryKind.STAKE_DEBIT_REVERSED, 0, stake, betId, version)));
        });
    }

    void voidBet(String account, UUID betId, int version, long stake) throws SQLException {
        inTransaction(DatabaseRole.SETTLEMENT_WORKER, connection -> {
            insertSettlement(connection, account, betId, version, "VOIDED", stake);
            return post(
                    connection,
                    Effect.of(
                            EventType.BetVoided,
                            movement(account, EntryKind.STAKE_RELEASED, stake, -stake, betId, version)));
        });
    }

    private static Movement movement(
            String account, EntryKind kind, long available, long reserved, UUID betId, int settlementVersion) {
        return Movement.ofSettlement(
                new AccountId(account), kind, available, reserved, betId, settlementVersion, Instant.now());
    }

    private static boolean post(Connection connection, Effect effect) throws SQLException {
        LockedAccounts locked = LockedAccounts.lockInOrder(connection, List.of(effect.accountId()));
        Posting.number(locked, List.of(effect)).write(connection, Posting.Cover.MAY_LEAVE_DEBT);
        return true;
    }

    private static UUID insertBet(Connection connection, String account, String currency, long stake)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_BET_AND_LEG)) {
            statement.setString(1, account);
            statement.setString(2, currency);
            statement.setLong(3, stake);
            statement.setLong(4, stake);
            statement.setLong(5, stake * 5 / 2);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getObject(1, UUID.class);
            }
        }
    }

    @SuppressWarnings("NullAway") // A driver's parameter may be null.
    private static void insertSettlement(
            Connection connection,
            String account,
            UUID betId,
            int version,
            String kind,
            @org.jspecify.annotations.Nullable Long returns)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT_SETTLEMENT)) {
            statement.setObject(1, betId);
            statement.setInt(2, version);
            statement.setString(3, account);
            statement.setString(4, kind);
            statement.setObject(5, returns, java.sql.Types.BIGINT);
            statement.executeUpdate();
        }
    }
}
