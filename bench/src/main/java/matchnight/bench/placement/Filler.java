package matchnight.bench.placement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fills in the bets of some of the accounts, a chunk a transaction: bet, leg, entry, key and outbox row of each, and its account's
 * balance. The audit holds after every chunk. Each account bets in turn, on one slip after another.
 */
final class Filler {

    private static final int CHUNK_ROUNDS = 25;

    private static final String NOTE_BETTORS = """
            CREATE TEMPORARY TABLE filled_bettor AS
            SELECT ordinal - 1 AS number, account_id
              FROM unnest(?::text[]) WITH ORDINALITY AS bettor (account_id, ordinal)
            """;

    private static final String NOTE_SLIPS = """
            CREATE TEMPORARY TABLE filled_slip AS
            SELECT row_number() OVER (ORDER BY selection.market_id, selection.selection_id) - 1 AS number,
                   selection.market_id, selection.selection_id, event_id, settle_by, owner, price, limit_currency,
                   best_odds_guaranteed, market.version + event.version AS gate_version,
                   ceil(?::bigint * (price::numeric - 1))::bigint AS liability,
                   round(?::bigint * price::numeric)::bigint AS possible_returns
              FROM unnest(?::text[]) AS chosen (market_id)
              JOIN market USING (market_id)
              JOIN event USING (event_id)
              JOIN selection USING (market_id)
            """;

    private static final String FILL_CHUNK = """
            WITH chunk AS MATERIALIZED (
                SELECT ?::bigint AS first_round, ?::bigint AS rounds, ?::bigint AS all_rounds, ?::bigint AS stake,
                       ?::bigint AS fillers, ?::bigint AS filler, ?::bigint AS first_outbox_id,
                       ?::bigint AS from_millis, ?::bigint AS to_millis, ?::bigint AS first_number,
                       (SELECT count(*) FROM filled_bettor) AS bettors, (SELECT count(*) FROM filled_slip) AS slips
            ), moved AS (
                UPDATE account
                   SET available = available - rounds * stake, reserved = reserved + rounds * stake,
                       version = account.version + rounds
                  FROM filled_bettor AS bettor, chunk
                 WHERE account.account_id = bettor.account_id
                RETURNING number, account.account_id, currency, available, reserved, account.version
            ), turn AS MATERIALIZED (
                SELECT first_number + n * fillers + filler AS number, n % bettors AS bettor, (n + n / bettors) % slips AS slip, stake,
                       first_round + rounds - 1 - n / bettors AS bets_after,
                       first_outbox_id + n * fillers + filler AS outbox_id,
                       from_millis + (to_millis - from_millis) * n / (all_rounds * bettors) AS at_millis
                  FROM chunk
                 CROSS JOIN LATERAL generate_series(first_round * bettors, (first_round + rounds) * bettors - 1) AS n
            ), placed AS MATERIALIZED (
                SELECT (lpad(to_hex(at_millis), 12, '0') || '70008000' || lpad(to_hex(turn.number), 12, '0'))::uuid AS bet_id,
                       account_id, currency, stake, available + bets_after * stake AS available,
                       reserved - bets_after * stake AS reserved, version - bets_after AS version, outbox_id, at,
                       (at AT TIME ZONE 'UTC')::date AS written_on,
                       ?::text || lpad(to_hex((?::bigint + turn.number) * ?::bigint & ?::bigint), 10, '0') AS idempotency_key, slip.*
                  FROM turn
                 CROSS JOIN LATERAL (SELECT to_timestamp(at_millis / 1000.0) AS at) AS moment
                  JOIN moved ON moved.number = turn.bettor
                  JOIN filled_slip AS slip ON slip.number = turn.slip
                 ORDER BY turn.number
            ), bet_row AS (
                INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                                 received_at, accepted_at, settle_by, owner)
                SELECT bet_id, account_id, 'SINGLE', currency, stake, stake, 1, possible_returns, at, at, settle_by, owner
                  FROM placed
            ), leg_row AS (
                INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked, price,
                                     best_odds_guaranteed, gate_version, liability, limit_currency)
                SELECT bet_id, 1, account_id, market_id, selection_id, event_id, price, price,
                       best_odds_guaranteed, gate_version, liability, limit_currency
                  FROM placed
            ), entry_row AS (
                INSERT INTO ledger_entry (account_id, version, written_on, kind, available_change, reserved_change,
                                          available, reserved, bet_id, happened_at, written_at)
                SELECT account_id, version, written_on, 'STAKE_RESERVED', -stake, stake, available, reserved, bet_id, at, at
                  FROM placed
            ), key_row AS (
                INSERT INTO idempotency (account_id, operation, idempotency_key, request_hash, outcome, bet_id,
                                         entry_version, entry_written_on, reply_version, written_at)
                SELECT account_id, 'BET', idempotency_key, sha256(idempotency_key::bytea), 'ACCEPTED', bet_id,
                       version, written_on, 1, at
                  FROM placed
            )
            INSERT INTO outbox (outbox_id, written_on, type, account_id, account_version, bet_id, written_at)
            SELECT outbox_id, written_on, 'BetAccepted', account_id, version, bet_id, at FROM placed
            """;

    private final Connection owner;
    private final Filling filling;
    private final int filler;

    Filler(Connection owner, Filling filling, int filler) {
        this.owner = owner;
        this.filling = filling;
        this.filler = filler;
    }

    void fill(FillProgress filled) throws SQLException {
        noteWhoBetsOnWhat();
        try (PreparedStatement chunk = owner.prepareStatement(FILL_CHUNK)) {
            for (int round = 0; round < filling.rounds(); round += CHUNK_ROUNDS) {
                filled.add(fillChunk(chunk, round, Math.min(CHUNK_ROUNDS, filling.rounds() - round)));
            }
        }
    }

    private void noteWhoBetsOnWhat() throws SQLException {
        List<String> everybody = filling.accountIds();
        Stream<String> own = IntStream.range(0, everybody.size())
                .filter(number -> number % filling.fillers() == filler)
                .mapToObj(everybody::get);
        try (PreparedStatement bettors = owner.prepareStatement(NOTE_BETTORS);
                PreparedStatement slips = owner.prepareStatement(NOTE_SLIPS);
                Statement statement = owner.createStatement()) {
            bettors.setArray(1, owner.createArrayOf("text", own.toArray()));
            bettors.execute();
            slips.setLong(1, Slip.STAKE_PENCE);
            slips.setLong(2, Slip.STAKE_PENCE);
            slips.setArray(3, owner.createArrayOf("text", filling.marketIds().toArray()));
            slips.execute();
            statement.execute("ANALYZE filled_bettor, filled_slip");
        }
    }

    private int fillChunk(PreparedStatement chunk, int firstRound, int rounds) throws SQLException {
        int next = 1;
        chunk.setLong(next++, firstRound);
        chunk.setLong(next++, rounds);
        chunk.setLong(next++, filling.rounds());
        chunk.setLong(next++, Slip.STAKE_PENCE);
        chunk.setLong(next++, filling.fillers());
        chunk.setLong(next++, filler);
        chunk.setLong(next++, filling.firstOutboxId());
        chunk.setLong(next++, filling.fromMillis());
        chunk.setLong(next++, filling.toMillis());
        chunk.setLong(next++, filling.firstNumber());
        chunk.setString(next++, BetNumbers.PREFIX);
        chunk.setLong(next++, BetNumbers.FIRST_FILLED_IN);
        chunk.setLong(next++, BetNumbers.SCATTER);
        chunk.setLong(next, BetNumbers.DIGITS_MASK);
        return chunk.executeUpdate();
    }
}
