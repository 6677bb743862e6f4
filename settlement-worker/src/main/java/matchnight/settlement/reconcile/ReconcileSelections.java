package matchnight.settlement.reconcile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import matchnight.ledger.audit.ExposureEqualsStandingBets;
import matchnight.ledger.audit.Looked;
import matchnight.ledger.audit.MarketSlice;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares the counters of selections with what their standing bets are liable for: of all markets, or of those of which a
 * counter was written since.
 */
final class ReconcileSelections {

    private static final String LIST_BEHIND = """
            SELECT market_id FROM market WHERE market_id > ? ORDER BY market_id LIMIT ?
            """;

    private static final String LIST_MOVED_BEHIND = """
            SELECT DISTINCT market_id
              FROM market_exposure
             WHERE market_id > ?
               AND age(xmin) <= age((?::bigint % 4294967296)::text::xid)
             ORDER BY market_id
             LIMIT ?
            """;

    private static final String READ_MARKET = "SELECT owner, limit_currency FROM market WHERE market_id = ?";

    private final DataSource reader;
    private final Slices slices;

    ReconcileSelections(DataSource reader, Slices slices) {
        this.reader = reader;
        this.slices = slices;
    }

    /** Looks at the next markets of the run. */
    Examined next(Run run, Slices.KeepAlive keepAlive) throws SQLException, InterruptedException {
        List<String> markets = list(run, slices.size());
        Tally tally = new Tally();
        slices.lookAtAll(markets, tally, keepAlive, ReconcileSelections::look);
        return Examined.of(markets.isEmpty() ? null : markets.getLast(), tally);
    }

    private List<String> list(Run run, int most) throws SQLException {
        Long movedSince = run.movedSince();
        try (Connection connection = reader.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement(movedSince == null ? LIST_BEHIND : LIST_MOVED_BEHIND)) {
            int next = 1;
            statement.setString(next++, run.position());
            if (movedSince != null) {
                statement.setLong(next++, movedSince);
            }
            statement.setInt(next, most);
            try (ResultSet row = statement.executeQuery()) {
                List<String> markets = new ArrayList<>();
                while (row.next()) {
                    markets.add(row.getString(1));
                }
                return markets;
            }
        }
    }

    private static void look(Connection connection, List<String> markets, Tally tally) throws SQLException {
        Looked<ExposureEqualsStandingBets.Drift> looked =
                ExposureEqualsStandingBets.among(connection, new MarketSlice(markets));
        tally.looked(markets.size(), looked.rowsRead());
        for (ExposureEqualsStandingBets.Drift found : looked.found()) {
            tally.drift(drift(connection, found));
        }
    }

    private static Drift drift(Connection connection, ExposureEqualsStandingBets.Drift found) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ_MARKET)) {
            statement.setString(1, found.marketId());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("Market " + found.marketId() + " is gone");
                }
                CurrencyCode currency = CurrencyCode.of(row.getString("limit_currency"));
                ObjectNode detail = JsonNodeFactory.instance
                        .objectNode()
                        .put("marketId", found.marketId())
                        .put("selectionId", found.selectionId())
                        .put("currency", currency.code())
                        .put("counted", new Money(found.counted(), currency).toDecimalString())
                        .put("standingBets", new Money(found.expected(), currency).toDecimalString());
                return new Drift(
                        DriftKind.EXPOSURE_DRIFT,
                        "market/" + found.marketId() + "/selection/" + found.selectionId(),
                        row.getString("owner"),
                        detail);
            }
        }
    }
}
