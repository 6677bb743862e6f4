package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import matchnight.bench.load.ClosedLoop;

/** Places one bet a transaction in one statement: each step writes only what the step before it lets through. */
final class PlaceByOneStatement implements ClosedLoop.Worker {

    // The same rows, the same conditions and the same order of locks as a placement of the product: exposure before
    // balance.
    private static final String PLACE_BET = """
            WITH command AS MATERIALIZED (
                SELECT ?::text AS account_id, ?::text AS idempotency_key, ?::text AS market_id, ?::text AS selection_id,
                       ?::smallint AS bucket, ?::bigint AS stake, ?::text AS price_asked, ?::bytea AS request_hash,
                       uuidv7() AS bet_id, clock_timestamp() AS received_at
            ), claim AS MATERIALIZED (
                SELECT pg_try_advisory_xact_lock(hashtextextended(account_id || ' BET ' || idempotency_key, 0)) AS had
                  FROM command
            ), admitted AS MATERIALIZED (
                SELECT command.*, market.event_id, market.version + event.version AS gate_version, market.settle_by,
                       market.owner, market.max_returns, market.best_odds_guaranteed, market.top_up_max,
                       market.limit_currency, selection.price, account.currency,
                       ceil(command.stake * (selection.price::numeric - 1))::bigint AS liability,
                       round(command.stake * selection.price::numeric)::bigint AS possible_returns
                  FROM command
                  JOIN claim ON claim.had
                  JOIN account ON account.account_id = command.account_id
                  JOIN market ON market.market_id = command.market_id
                  JOIN event ON event.event_id = market.event_id
                  JOIN selection ON selection.market_id = command.market_id
                                AND selection.selection_id = command.selection_id
                 WHERE account.currency = market.limit_currency
                   AND (account.state = 'ACTIVE' OR account.state_until <= clock_timestamp())
                   AND event.status = 'OPEN' AND market.status = 'OPEN' AND selection.status = 'OPEN'
                   AND selection.shut_by_result_version IS NULL
                   AND selection.price = command.price_asked
                   AND command.stake BETWEEN market.min_stake AND market.max_stake
                   AND NOT EXISTS (SELECT
                                     FROM idempotency AS stored
                                    WHERE stored.account_id = command.account_id
                                      AND stored.operation = 'BET'
                                      AND stored.idempotency_key = command.idempotency_key)
            ), exposed AS (
                UPDATE market_exposure
                   SET liability = market_exposure.liability + admitted.liability
                  FROM admitted
                 WHERE market_exposure.market_id = admitted.market_id
                   AND market_exposure.selection_id = admitted.selection_id
                   AND market_exposure.bucket = admitted.bucket
                   AND market_exposure.liability + admitted.liability <= market_exposure.share
                RETURNING admitted.bet_id
            ), moved AS (
                UPDATE account
                   SET available = account.available - admitted.stake,
                       reserved = account.reserved + admitted.stake,
                       version = account.version + 1
                  FROM admitted JOIN exposed USING (bet_id)
                 WHERE account.account_id = admitted.account_id
                   AND account.available >= admitted.stake
                   AND (account.state = 'ACTIVE' OR account.state_until <= clock_timestamp())
                RETURNING account.available, account.reserved, account.version, clock_timestamp() AS written_at,
                          (clock_timestamp() AT TIME ZONE 'UTC')::date AS written_on
            ), placed AS MATERIALIZED (
                SELECT * FROM admitted CROSS JOIN moved
            ), bet_row AS (
                INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                                 max_returns, top_up_max, received_at, accepted_at, settle_by, owner)
                SELECT bet_id, account_id, 'SINGLE', currency, stake, stake, 1, possible_returns,
                       max_returns, top_up_max, received_at, written_at, settle_by, owner
                  FROM placed
            ), leg_row AS (
                INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked,
                                     price, best_odds_guaranteed, gate_version, liability, limit_currency)
                SELECT bet_id, 1, account_id, market_id, selection_id, event_id, price_asked,
                       price, best_odds_guaranteed, gate_version, liability, limit_currency
                  FROM placed
            ), entry_row AS (
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                          available, reserved, bet_id, happened_at, written_at)
                SELECT account_id, version, written_on, 'STAKE_RESERVED', -stake, stake,
                       available, reserved, bet_id, written_at, written_at
                  FROM placed
            ), outbox_row AS (
                INSERT INTO outbox (written_on, type, account_id, account_version, bet_id, written_at)
                SELECT written_on, 'BetAccepted', account_id, version, bet_id, written_at
                  FROM placed
            )
            INSERT INTO idempotency (account_id, operation, idempotency_key, request_hash, outcome, bet_id,
                                     entry_version, entry_written_on, reply_version, written_at)
            SELECT account_id, 'BET', idempotency_key, request_hash, 'ACCEPTED', bet_id,
                   version, written_on, 1, written_at
              FROM placed
            """;

    private final Connection connection;
    private final PreparedStatement placeBet;

    PlaceByOneStatement(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
        this.placeBet = connection.prepareStatement(PLACE_BET);
    }

    @Override
    public void once() throws SQLException {
        BaselineBet bet = BaselineBet.draw();
        placeBet.setString(1, bet.accountId());
        placeBet.setString(2, bet.key());
        placeBet.setString(3, bet.marketId());
        placeBet.setString(4, bet.selectionId());
        placeBet.setInt(5, bet.bucket());
        placeBet.setLong(6, BaselineBet.STAKE_PENCE);
        placeBet.setString(7, Population.PRICE);
        placeBet.setBytes(8, bet.requestHash());
        if (placeBet.executeUpdate() != 1) {
            connection.rollback();
            throw new SQLException("A baseline's bet was refused: " + bet);
        }
        connection.commit();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
