package matchnight.bets.rate;

import java.util.Map;
import matchnight.bets.audit.AuditEntry;
import matchnight.bets.audit.AuditLog;
import matchnight.ledger.money.ExchangeRate;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sets what bets in one currency count for in the limits of another. Bets that stand keep the rate they were judged by.
 */
@Component
public final class PutRate {

    /**
     * The rate as it stands now.
     *
     * @param created whether the pair had none before
     */
    public record Outcome(CurrencyRate rate, boolean created) {}

    private static final String PUT_RATE = """
            INSERT INTO currency_rate (from_currency, to_currency, rate, updated_by)
            VALUES (:from, :to, CAST(:rate AS numeric), :actor)
            ON CONFLICT (from_currency, to_currency) DO UPDATE
               SET rate = excluded.rate, version = currency_rate.version + 1, updated_at = excluded.updated_at,
                   updated_by = excluded.updated_by
            RETURNING from_currency, to_currency, rate::text AS rate, new.version, updated_at, old.version IS NULL AS created
            """;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    PutRate(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /**
     * Puts the rate.
     *
     * @param pair of two different currencies
     * @param actor who does it, for the audit log
     */
    public Outcome put(CurrencyPair pair, ExchangeRate rate, String actor) {
        return transactions.execute(_ -> {
            Outcome outcome = jdbc.sql(PUT_RATE)
                    .param("from", pair.from().code())
                    .param("to", pair.to().code())
                    .param("rate", rate.text())
                    .param("actor", actor)
                    .query((row, _) -> new Outcome(CurrencyRate.read(row), row.getBoolean("created")))
                    .single();
            Map<String, Object> detail =
                    Map.of("rate", rate.text(), "version", outcome.rate().version());
            AuditLog.record(jdbc, new AuditEntry(actor, "RATE_PUT", "rate/" + pair, null, detail));
            return outcome;
        });
    }
}
