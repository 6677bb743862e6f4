package matchnight.bets.placement;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;
import org.jspecify.annotations.Nullable;

/** Writes accepted bets and their legs. */
final class AcceptedBetRows {

    private static final String INSERT_BETS_AND_LEGS = """
            WITH bet_row AS (
                INSERT INTO bet (bet_id, account_id, type, currency, stake, unit_stake, lines, possible_returns,
                                 max_returns, top_up_max, received_at, accepted_at, settle_by, owner,
                                 channel, brand, jurisdiction)
                SELECT *
                  FROM unnest(?::uuid[], ?::text[], ?::bet_type[], ?::text[], ?::bigint[], ?::bigint[], ?::integer[],
                              ?::bigint[], ?::bigint[], ?::bigint[], ?::timestamptz[], ?::timestamptz[],
                              ?::timestamptz[], ?::text[], ?::text[], ?::text[], ?::text[])
            )
            INSERT INTO bet_leg (bet_id, leg_number, account_id, market_id, selection_id, event_id, price_asked, price,
                                 each_way_fraction, each_way_places, best_odds_guaranteed, gate_version, liability,
                                 limit_currency, limit_rate)
            SELECT *
              FROM unnest(?::uuid[], ?::smallint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                          ?::text[], ?::smallint[], ?::boolean[], ?::bigint[], ?::bigint[], ?::text[], ?::numeric[])
            """;

    private AcceptedBetRows() {}

    static void insert(StatementSequence statements, List<AcceptedBet> bets) {
        if (bets.isEmpty()) {
            return;
        }
        statements.update(
                INSERT_BETS_AND_LEGS,
                (statement, first) -> bindLegs(
                        statement,
                        bindBets(statement, first, bets),
                        bets.stream().flatMap(AcceptedBetRows::legsOf).toList()));
    }

    private static int bindBets(PreparedStatement statement, int firstIndex, List<AcceptedBet> bets)
            throws SQLException {
        return ColumnArrays.from(statement, firstIndex, bets)
                .bind("uuid", AcceptedBet::betId)
                .bind("text", bet -> bet.balance().accountId().value())
                .bind("text", bet -> bet.type().name())
                .bind("text", bet -> bet.stake().currency().code())
                .bind("bigint", bet -> bet.stake().minorUnits())
                .bind("bigint", bet -> bet.unitStake().minorUnits())
                .bind("integer", AcceptedBet::lines)
                .bind("bigint", bet -> bet.possibleReturns().minorUnits())
                .bind("bigint", AcceptedBet::maxReturns)
                .bind("bigint", AcceptedBet::topUpMax)
                .bind("text", bet -> bet.receivedAt().toString())
                .bind("text", bet -> bet.acceptedAt().toString())
                .bind("text", bet -> bet.settleBy().toString())
                .bind("text", AcceptedBet::owner)
                .bind("text", bet -> bet.context().channel())
                .bind("text", bet -> bet.context().brand())
                .bind("text", bet -> bet.context().jurisdiction())
                .nextIndex();
    }

    private static int bindLegs(PreparedStatement statement, int firstIndex, List<LegRow> rows) throws SQLException {
        return ColumnArrays.from(statement, firstIndex, rows)
                .bind("uuid", row -> row.bet().betId())
                .bind("smallint", row -> (short) row.number())
                .bind("text", row -> row.bet().balance().accountId().value())
                .bind("text", row -> row.leg().marketId().value())
                .bind("text", row -> row.leg().selectionId().value())
                .bind("text", row -> row.leg().eventId().value())
                .bind("text", row -> row.leg().priceAsked().text())
                .bind("text", row -> row.leg().price().text())
                .bind(
                        "text",
                        row -> row.eachWay() == null ? null : row.eachWay().fraction())
                .bind(
                        "smallint",
                        row -> row.eachWay() == null
                                ? null
                                : (short) row.eachWay().places())
                .bind("boolean", row -> row.leg().bestOddsGuaranteed())
                .bind("bigint", row -> row.leg().gateVersion())
                .bind("bigint", row -> row.leg().liability())
                .bind("text", row -> row.leg().limitCurrency().code())
                .bind(
                        "text",
                        row -> row.leg().limitRate() == null
                                ? null
                                : row.leg().limitRate().text())
                .nextIndex();
    }

    private static Stream<LegRow> legsOf(AcceptedBet bet) {
        return IntStream.range(0, bet.legs().size())
                .mapToObj(i -> new LegRow(bet, i + 1, bet.legs().get(i)));
    }

    /** A leg with its number, counted from 1. */
    private record LegRow(AcceptedBet bet, int number, AcceptedBet.Leg leg) {

        @Nullable
        EachWayTerms eachWay() {
            return leg.eachWay();
        }
    }
}
