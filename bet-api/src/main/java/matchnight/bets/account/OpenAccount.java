package matchnight.bets.account;

import java.util.Optional;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.money.CurrencyCode;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Opens an account once: the same request again gets the account that stands. */
@Component
public final class OpenAccount {

    /** What became of it. */
    public sealed interface Outcome {
        record Opened(Account account) implements Outcome {}

        /** It was there before, in the same currency. */
        record Stands(Account account) implements Outcome {}

        record HasOtherCurrency(CurrencyCode currency) implements Outcome {}
    }

    private static final String INSERT_UNLESS_THERE = """
            INSERT INTO account (account_id, currency)
            VALUES (:account, :currency)
            ON CONFLICT (account_id) DO NOTHING
            RETURNING\s""" + AccountRows.COLUMNS;

    // A statement of its own: the one above does not see the row of a winner that committed while it waited.
    private static final String READ_STANDING =
            "SELECT " + AccountRows.COLUMNS + " FROM account WHERE account_id = :account";

    private final JdbcClient jdbc;

    OpenAccount(@Qualifier("placementJdbc") JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Outcome open(AccountId accountId, CurrencyCode currency) {
        Optional<Account> opened = jdbc.sql(INSERT_UNLESS_THERE)
                .param("account", accountId.value())
                .param("currency", currency.code())
                .query(AccountRows::account)
                .optional();
        return opened.<Outcome>map(Outcome.Opened::new).orElseGet(() -> standing(accountId, currency));
    }

    private Outcome standing(AccountId accountId, CurrencyCode currency) {
        Account account = jdbc.sql(READ_STANDING)
                .param("account", accountId.value())
                .query(AccountRows::account)
                .single();
        return account.currency().equals(currency)
                ? new Outcome.Stands(account)
                : new Outcome.HasOtherCurrency(account.currency());
    }
}
