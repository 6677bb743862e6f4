package matchnight.bets.rate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;

/**
 * A rate as it stands.
 *
 * @param version counts the changes of this pair, from 1
 */
public record CurrencyRate(CurrencyPair pair, ExchangeRate rate, long version, Instant updatedAt) {

    static CurrencyRate read(ResultSet row) throws SQLException {
        return new CurrencyRate(
                new CurrencyPair(
                        CurrencyCode.of(row.getString("from_currency")), CurrencyCode.of(row.getString("to_currency"))),
                ExchangeRate.of(row.getString("rate")),
                row.getLong("version"),
                row.getObject("updated_at", OffsetDateTime.class).toInstant());
    }
}
