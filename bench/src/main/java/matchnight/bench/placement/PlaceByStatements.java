package matchnight.bench.placement;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import matchnight.bench.load.ClosedLoop;

/** Places one bet a transaction as textbooks do: one statement after another, each decision read before the next. */
public final class PlaceByStatements implements ClosedLoop.Worker {

    private static final String CLAIM_KEY = "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))";

    private static final String READ_STORED_OUTCOME = """
            SELECT request_hash, outcome, bet_id
              FROM idempotency
             WHERE account_id = ? AND operation = 'BET' AND idempotency_key = ?
            """;

    private static final String READ_GATE = """
            SELECT market.event_id, market.version + event.version AS gate_version, market.settle_by, market.owner,
                   market.min_stake, market.max_stake, market.limit_currency, market.best_odds_guaranteed, selection.price
              FROM market
              JOIN event ON event.event_id = market.event_id
              JOIN selection ON selection.market_id = market.market_id
             WHERE market.market_id = ? AND selection.selection_id = ?
               AND event.status = 'OPEN' AND market.status = 'OPEN' AND selection.status = 'OPEN'
               AND selection.shut_by_result_version IS NULL
            """;

    private static final String LOOK_AT_ACCOUNT = """
            SELECT currency
              FROM account
             WHERE account_id = ? AND (state = 'ACTIVE' OR state_until <= clock_timestamp())
            """;

    private static final String LOCK_ACCOUNT = """
            SELECT available, reserved, version FROM account WHERE account_id = ? FOR UPDATE
            """;

    private static final String LOCK_EXPOSURE = """
            SELECT liability, share
              FROM market_exposure
             WHERE market_id = ? AND selection_id = ? AND bucket = 0
               FOR UPDATE
            """;

    private static final String TAKE_EXPOSURE_IF_ROOM = """
            UPDATE market_exposure
               SET liability = liability + ?
             WHERE market_id = ? AND selection_id = ? AND bucket = ? AND liability + ? <= share
            """;

    private static final String RESERVE_IF_COVERED = """
            UPDATE account
               SET available = available - ?, reserved = reserved + ?, version = version + 1
             WHERE account_id = ? AND available >= ? AND (state = 'ACTIVE' OR state_until <= clock_timestamp())
            RETURNING available, reserved, version, clock_timestamp() AS written_at, uuidv7() AS bet_id
            """;

    private static final String INSERT_BET = """
            INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                             received_at, accepted_at, settle_by, owner)
            VALUES (?, ?, 'SINGLE', ?, ?, ?, 1, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_LEG = """
            INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked, price,
                                 best_odds_guaranteed, gate_version, liability, limit_currency)
            VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_ENTRY = """
            INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                      available, reserved, bet_id, happened_at, written_at)
            VALUES (?, ?, ?, 'STAKE_RESERVED', ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String INSERT_OUTBOX_ROW = """
            INSERT INTO outbox (written_on, type, account_id, account_version, bet_id, written_at)
            VALUES (?, 'BetAccepted', ?, ?, ?, ?)
            """;

    private static final String STORE_OUTCOME = """
            INSERT INTO idempotency (account_id, operation, idempotency_key, request_hash, outcome, bet_id,
                                     entry_version, entry_written_on, reply_version, written_at)
            VALUES (?, 'BET', ?, ?, 'ACCEPTED', ?, ?, ?, 1, ?)
            """;

    private record Gate(
            String eventId,
            long gateVersion,
            OffsetDateTime settleBy,
            String owner,
            String currency,
            boolean bestOdds,
            String price) {

        long liability() {
            return new BigDecimal(price)
                    .subtract(BigDecimal.ONE)
                    .multiply(BigDecimal.valueOf(BaselineBet.STAKE_PENCE))
                    .setScale(0, RoundingMode.CEILING)
                    .longValueExact();
        }

        long possibleReturns() {
            return new BigDecimal(price)
                    .multiply(BigDecimal.valueOf(BaselineBet.STAKE_PENCE))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
        }
    }

    private record Moved(long available, long reserved, long version, OffsetDateTime at, UUID betId) {}

    private final Connection connection;
    private final boolean locksBeforeItDecides;
    private final PreparedStatement lockAccount;
    private final PreparedStatement lockExposure;
    private final PreparedStatement claimKey;
    private final PreparedStatement readStored;
    private final PreparedStatement readGate;
    private final PreparedStatement lookAtAccount;
    private final PreparedStatement takeExposure;
    private final PreparedStatement reserve;
    private final PreparedStatement insertBet;
    private final PreparedStatement insertLeg;
    private final PreparedStatement insertEntry;
    private final PreparedStatement insertOutboxRow;
    private final PreparedStatement storeOutcome;

    PlaceByStatements(Connection connection) throws SQLException {
        this(connection, false);
    }

    private PlaceByStatements(Connection connection, boolean locksBeforeItDecides) throws SQLException {
        this.connection = connection;
        this.locksBeforeItDecides = locksBeforeItDecides;
        connection.setAutoCommit(false);
        this.lockAccount = connection.prepareStatement(LOCK_ACCOUNT);
        this.lockExposure = connection.prepareStatement(LOCK_EXPOSURE);
        this.claimKey = connection.prepareStatement(CLAIM_KEY);
        this.readStored = connection.prepareStatement(READ_STORED_OUTCOME);
        this.readGate = connection.prepareStatement(READ_GATE);
        this.lookAtAccount = connection.prepareStatement(LOOK_AT_ACCOUNT);
        this.takeExposure = connection.prepareStatement(TAKE_EXPOSURE_IF_ROOM);
        this.reserve = connection.prepareStatement(RESERVE_IF_COVERED);
        this.insertBet = connection.prepareStatement(INSERT_BET);
        this.insertLeg = connection.prepareStatement(INSERT_LEG);
        this.insertEntry = connection.prepareStatement(INSERT_ENTRY);
        this.insertOutboxRow = connection.prepareStatement(INSERT_OUTBOX_ROW);
        this.storeOutcome = connection.prepareStatement(STORE_OUTCOME);
    }

    /**
     * The same with {@code SELECT FOR UPDATE} on the account and on the one exposure row of the selection before anything is
     * decided, over a connection that it closes at its end.
     */
    public static ClosedLoop.Worker withLocksFirst(Connection connection) throws SQLException {
        return new PlaceByStatements(connection, true);
    }

    @Override
    public void once() throws SQLException {
        BaselineBet bet = locksBeforeItDecides ? BaselineBet.drawOnOneRow() : BaselineBet.draw();
        OffsetDateTime receivedAt = OffsetDateTime.now(ZoneOffset.UTC);
        requireFreshKey(bet);
        Gate gate = readGate(bet);
        requireActiveAccount(bet, gate);
        if (locksBeforeItDecides) {
            lock(bet, gate);
        }
        takeExposure(bet, gate.liability());
        Moved moved = reserve(bet);
        insertBetAndLeg(bet, gate, moved, receivedAt);
        insertEntryAndOutboxRow(bet, moved);
        storeOutcome(bet, moved);
        connection.commit();
    }

    private void requireFreshKey(BaselineBet bet) throws SQLException {
        claimKey.setString(1, bet.accountId() + " BET " + bet.key());
        try (ResultSet row = claimKey.executeQuery()) {
            require(row.next() && row.getBoolean(1), bet);
        }
        readStored.setString(1, bet.accountId());
        readStored.setString(2, bet.key());
        try (ResultSet row = readStored.executeQuery()) {
            require(!row.next(), bet);
        }
    }

    private Gate readGate(BaselineBet bet) throws SQLException {
        readGate.setString(1, bet.marketId());
        readGate.setString(2, bet.selectionId());
        try (ResultSet row = readGate.executeQuery()) {
            require(row.next(), bet);
            require(row.getString("price").equals(Population.PRICE), bet);
            require(BaselineBet.STAKE_PENCE >= row.getLong("min_stake"), bet);
            require(BaselineBet.STAKE_PENCE <= row.getLong("max_stake"), bet);
            return new Gate(
                    row.getString("event_id"),
                    row.getLong("gate_version"),
                    row.getObject("settle_by", OffsetDateTime.class),
                    row.getString("owner"),
                    row.getString("limit_currency"),
                    row.getBoolean("best_odds_guaranteed"),
                    row.getString("price"));
        }
    }

    private void requireActiveAccount(BaselineBet bet, Gate gate) throws SQLException {
        lookAtAccount.setString(1, bet.accountId());
        try (ResultSet row = lookAtAccount.executeQuery()) {
            require(row.next() && row.getString("currency").equals(gate.currency()), bet);
        }
    }

    private void lock(BaselineBet bet, Gate gate) throws SQLException {
        lockAccount.setString(1, bet.accountId());
        try (ResultSet row = lockAccount.executeQuery()) {
            require(row.next() && row.getLong("available") >= BaselineBet.STAKE_PENCE, bet);
        }
        lockExposure.setString(1, bet.marketId());
        lockExposure.setString(2, bet.selectionId());
        try (ResultSet row = lockExposure.executeQuery()) {
            require(row.next() && row.getLong("share") - row.getLong("liability") >= gate.liability(), bet);
        }
    }

    private void takeExposure(BaselineBet bet, long liability) throws SQLException {
        takeExposure.setLong(1, liability);
        takeExposure.setString(2, bet.marketId());
        takeExposure.setString(3, bet.selectionId());
        takeExposure.setInt(4, bet.bucket());
        takeExposure.setLong(5, liability);
        require(takeExposure.executeUpdate() == 1, bet);
    }

    private Moved reserve(BaselineBet bet) throws SQLException {
        reserve.setLong(1, BaselineBet.STAKE_PENCE);
        reserve.setLong(2, BaselineBet.STAKE_PENCE);
        reserve.setString(3, bet.accountId());
        reserve.setLong(4, BaselineBet.STAKE_PENCE);
        try (ResultSet row = reserve.executeQuery()) {
            require(row.next(), bet);
            return new Moved(
                    row.getLong("available"),
                    row.getLong("reserved"),
                    row.getLong("version"),
                    row.getObject("written_at", OffsetDateTime.class).withOffsetSameInstant(ZoneOffset.UTC),
                    row.getObject("bet_id", UUID.class));
        }
    }

    private void insertBetAndLeg(BaselineBet bet, Gate gate, Moved moved, OffsetDateTime receivedAt)
            throws SQLException {
        insertBet.setObject(1, moved.betId());
        insertBet.setString(2, bet.accountId());
        insertBet.setString(3, gate.currency());
        insertBet.setLong(4, BaselineBet.STAKE_PENCE);
        insertBet.setLong(5, BaselineBet.STAKE_PENCE);
        insertBet.setLong(6, gate.possibleReturns());
        insertBet.setObject(7, receivedAt);
        insertBet.setObject(8, moved.at());
        insertBet.setObject(9, gate.settleBy());
        insertBet.setString(10, gate.owner());
        insertBet.executeUpdate();
        insertLeg.setObject(1, moved.betId());
        insertLeg.setString(2, bet.accountId());
        insertLeg.setString(3, bet.marketId());
        insertLeg.setString(4, bet.selectionId());
        insertLeg.setString(5, gate.eventId());
        insertLeg.setString(6, Population.PRICE);
        insertLeg.setString(7, gate.price());
        insertLeg.setBoolean(8, gate.bestOdds());
        insertLeg.setLong(9, gate.gateVersion());
        insertLeg.setLong(10, gate.liability());
        insertLeg.setString(11, gate.currency());
        insertLeg.executeUpdate();
    }

    private void insertEntryAndOutboxRow(BaselineBet bet, Moved moved) throws SQLException {
        insertEntry.setString(1, bet.accountId());
        insertEntry.setLong(2, moved.version());
        insertEntry.setObject(3, moved.at().toLocalDate());
        insertEntry.setLong(4, -BaselineBet.STAKE_PENCE);
        insertEntry.setLong(5, BaselineBet.STAKE_PENCE);
        insertEntry.setLong(6, moved.available());
        insertEntry.setLong(7, moved.reserved());
        insertEntry.setObject(8, moved.betId());
        insertEntry.setObject(9, moved.at());
        insertEntry.setObject(10, moved.at());
        insertEntry.executeUpdate();
        insertOutboxRow.setObject(1, moved.at().toLocalDate());
        insertOutboxRow.setString(2, bet.accountId());
        insertOutboxRow.setLong(3, moved.version());
        insertOutboxRow.setObject(4, moved.betId());
        insertOutboxRow.setObject(5, moved.at());
        insertOutboxRow.executeUpdate();
    }

    private void storeOutcome(BaselineBet bet, Moved moved) throws SQLException {
        storeOutcome.setString(1, bet.accountId());
        storeOutcome.setString(2, bet.key());
        storeOutcome.setBytes(3, bet.requestHash());
        storeOutcome.setObject(4, moved.betId());
        storeOutcome.setLong(5, moved.version());
        storeOutcome.setObject(6, moved.at().toLocalDate());
        storeOutcome.setObject(7, moved.at());
        storeOutcome.executeUpdate();
    }

    private void require(boolean holds, BaselineBet bet) throws SQLException {
        if (!holds) {
            connection.rollback();
            throw new SQLException("A baseline's bet was refused: " + bet);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
