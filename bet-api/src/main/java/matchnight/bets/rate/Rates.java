package matchnight.bets.rate;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.ledger.money.ExchangeRate;
import matchnight.ledger.sql.ColumnArrays;
import org.jspecify.annotations.Nullable;

/** The rates that one transaction needs, as it sees them. */
public final class Rates {

    /** None: enough where every currency is its own. */
    public static final Rates NONE = new Rates(Map.of());

    private static final String READ_RATES = """
            SELECT from_currency, to_currency, rate::text AS rate, version, updated_at
              FROM unnest(?::text[], ?::text[]) AS wanted (from_currency, to_currency)
              JOIN currency_rate USING (from_currency, to_currency)
            """;

    private final Map<CurrencyPair, ExchangeRate> byPair;

    private Rates(Map<CurrencyPair, ExchangeRate> byPair) {
        this.byPair = Map.copyOf(byPair);
    }

    public static Rates of(Map<CurrencyPair, ExchangeRate> byPair) {
        return new Rates(byPair);
    }

    /** Reads the rates of pairs of two currencies each, on the caller's connection; asks nothing for no pair. */
    public static Rates read(Connection connection, Collection<CurrencyPair> pairs) throws SQLException {
        if (pairs.isEmpty()) {
            return NONE;
        }
        try (PreparedStatement statement = connection.prepareStatement(READ_RATES)) {
            ColumnArrays.from(statement, 1, List.copyOf(pairs))
                    .bind("text", pair -> pair.from().code())
                    .bind("text", pair -> pair.to().code());
            try (ResultSet rows = statement.executeQuery()) {
                Map<CurrencyPair, ExchangeRate> rates = new HashMap<>();
                while (rows.next()) {
                    CurrencyRate rate = CurrencyRate.read(rows);
                    rates.put(rate.pair(), rate.rate());
                }
                return new Rates(rates);
            }
        }
    }

    /** Whether amounts of the one currency can be counted in the other: always in itself. */
    public boolean cover(CurrencyPair pair) {
        return pair.isOneCurrency() || byPair.containsKey(pair);
    }

    /** The pair's rate; null for one currency, which needs none, and where there is none. */
    public @Nullable ExchangeRate of(CurrencyPair pair) {
        return byPair.get(pair);
    }
}
