package matchnight.bets.account.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import matchnight.bets.account.Account;
import matchnight.bets.json.Json;
import org.jspecify.annotations.Nullable;

/** An account as clients see it; {@code until} and {@code reason} only where there are any. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AccountBody(
        String accountId,
        String currency,
        String state,
        @Nullable String until,
        @Nullable String reason,
        String createdAt) {

    static AccountBody of(Account account) {
        return new AccountBody(
                account.accountId().value(),
                account.currency().code(),
                account.state().name(),
                account.until() == null ? null : Json.time(account.until()),
                account.reason(),
                Json.time(account.createdAt()));
    }
}
