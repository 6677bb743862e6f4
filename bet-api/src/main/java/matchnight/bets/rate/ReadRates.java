package matchnight.bets.rate;

import java.util.Optional;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the rates that stand. */
@Component
public final class ReadRates {

    /** The list's name in its cursors. */
    public static final String LIST = "rates";

    private static final String READ_RATE = """
            SELECT from_currency, to_currency, rate::text AS rate, version, updated_at
              FROM currency_rate
             WHERE from_currency = :from
               AND to_currency = :to
            """;

    private static final String READ_AFTER = """
            SELECT from_currency, to_currency, rate::text AS rate, version, updated_at
              FROM currency_rate
             WHERE (from_currency, to_currency) > (:from, :to)
             ORDER BY from_currency, to_currency
             LIMIT :rows
            """;

    private final JdbcClient jdbc;

    ReadRates(@Qualifier("readerJdbc") JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<CurrencyRate> rate(CurrencyPair pair) {
        return jdbc.sql(READ_RATE)
                .param("from", pair.from().code())
                .param("to", pair.to().code())
                .query((row, _) -> CurrencyRate.read(row))
                .optional();
    }

    /** By the pairs' codes. */
    public Page<CurrencyRate> page(PageRequest request) {
        Optional<CurrencyPair> after = request.afterKey(CurrencyPair::parse);
        return Page.of(
                jdbc.sql(READ_AFTER)
                        .param("from", after.map(pair -> pair.from().code()).orElse(""))
                        .param("to", after.map(pair -> pair.to().code()).orElse(""))
                        .param("rows", request.rowsToRead())
                        .query((row, _) -> CurrencyRate.read(row))
                        .list(),
                request,
                LIST,
                rate -> rate.pair().toString());
    }
}
