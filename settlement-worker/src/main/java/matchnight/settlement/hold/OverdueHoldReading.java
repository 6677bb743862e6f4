package matchnight.settlement.hold;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.settlement.admin.ListPosition;
import matchnight.settlement.progress.ProgressReading;
import tools.jackson.databind.json.JsonMapper;

/** Reads the list of overdue holds. */
final class OverdueHoldReading {

    // The list may hold for some seconds what stands settled already; a person is not shown it.
    private static final String OLDEST_FIRST = """
            SELECT hold.*, greatest(0, extract(epoch FROM clock_timestamp() - settle_by)) AS overdue_seconds,
                   (SELECT json_agg(json_build_object('marketId', leg.market_id, 'owner', market.owner, 'state',\s""" + ProgressReading.STATE_OF_JOB + """
                                    ) ORDER BY leg_number)
                      FROM bet_leg AS leg
                      JOIN market USING (market_id)
                      LEFT JOIN settlement_job AS job USING (market_id)
                     WHERE leg.bet_id = hold.bet_id) AS markets
              FROM (SELECT bet_id, account_id, owner, currency, stake, settle_by
                      FROM overdue_hold
                     WHERE (settle_by, bet_id) > (?::timestamptz, ?)
                       AND coalesce((SELECT kind = 'REOPENED'
                                       FROM bet_settlement
                                      WHERE bet_settlement.bet_id = overdue_hold.bet_id
                                      ORDER BY version DESC
                                      LIMIT 1), true)
                     ORDER BY settle_by, bet_id
                     LIMIT ?) AS hold
             ORDER BY settle_by, bet_id
            """;

    private static final String COUNT = """
            SELECT count(*), greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(settle_by)), 0))
              FROM overdue_hold
            """;

    private final DataSource reader;

    OverdueHoldReading(DataSource reader) {
        this.reader = reader;
    }

    /**
     * What the list holds.
     *
     * @param oldestSeconds since the earliest deadline; 0 while the list is empty
     */
    record Size(long holds, double oldestSeconds) {}

    /** Overdue holds behind a position, the longest overdue first. */
    List<OverdueHold> oldestFirst(ListPosition after, int limit) throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(OLDEST_FIRST)) {
            statement.setString(1, after.time().toString());
            statement.setObject(2, UUID.fromString(after.id()));
            statement.setInt(3, limit);
            try (ResultSet row = statement.executeQuery()) {
                List<OverdueHold> holds = new ArrayList<>();
                while (row.next()) {
                    holds.add(hold(row));
                }
                return holds;
            }
        }
    }

    private static OverdueHold hold(ResultSet row) throws SQLException {
        CurrencyCode currency = CurrencyCode.of(row.getString("currency"));
        return new OverdueHold(
                row.getObject("bet_id", UUID.class),
                row.getString("account_id"),
                row.getString("owner"),
                currency.code(),
                new Money(row.getLong("stake"), currency).toDecimalString(),
                row.getObject("settle_by", OffsetDateTime.class).toInstant(),
                Math.round(row.getDouble("overdue_seconds") * 1_000) / 1_000.0,
                List.of(JsonMapper.shared().readValue(row.getString("markets"), OverdueHold.Market[].class)));
    }

    /** How many there are, and how old the oldest is. */
    Size size() throws SQLException {
        try (Connection connection = reader.getConnection();
                PreparedStatement statement = connection.prepareStatement(COUNT);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Size(row.getLong(1), row.getDouble(2));
        }
    }
}
