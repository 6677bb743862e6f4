package matchnight.bets.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import matchnight.bets.AtOnce;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Deposits and withdrawals that share transactions keep the promises that each of them makes alone. */
class WalletUnderLocksTest {

    private static RunningBetApi api;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
    }

    private static HttpResponse<String> move(String account, String operation, String key, String amount) {
        return api.post(
                "/v1/accounts/" + account + "/" + operation,
                api.token("cashier", "wallet"),
                key,
                "{\"amount\": \"%s\", \"currency\": \"GBP\"}".formatted(amount));
    }

    private static List<HttpResponse<String>> atOnce(int calls, IntFunction<HttpResponse<String>> call)
            throws Exception {
        return AtOnce.all(IntStream.range(0, calls)
                .<Callable<HttpResponse<String>>>mapToObj(i -> () -> call.apply(i))
                .toList());
    }

    private static long available(String account) throws SQLException {
        return catalogue.count("SELECT available FROM account WHERE account_id = ?", account);
    }

    @Test
    void fiftyWithdrawalsOfOnePoundFromTwentyFiveAreTwentyFive() throws Exception {
        String account = catalogue.account("GBP", 2_500);
        List<HttpResponse<String>> replies =
                atOnce(50, i -> move(account, "withdrawals", RunningBetApi.newKey(), "1.00"));
        assertThat(replies.stream().filter(reply -> reply.statusCode() == 201)).hasSize(25);
        assertThat(replies.stream().filter(reply -> reply.body().contains("INSUFFICIENT_FUNDS")))
                .hasSize(25);
        assertThat(available(account)).isZero();
        assertThat(catalogue.count("SELECT version FROM account WHERE account_id = ?", account))
                .isEqualTo(26);
    }

    @Test
    void oneKeySentFortyTimesAtOnceDepositsOnce() throws Exception {
        String account = catalogue.account("GBP", 0);
        String key = RunningBetApi.newKey();
        List<HttpResponse<String>> replies = atOnce(40, i -> move(account, "deposits", key, "3.00"));
        assertThat(replies).allMatch(reply -> reply.statusCode() == 201);
        assertThat(replies.stream().map(HttpResponse::body).distinct()).hasSize(1);
        assertThat(available(account)).isEqualTo(300);
    }

    @Test
    void aHeldBalanceDelaysItsOwnDepositOnly() throws Exception {
        String held = catalogue.account("GBP", 100);
        String key = RunningBetApi.newKey();
        try (Connection holder = api.database().connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("SELECT FROM account WHERE account_id = '" + held + "' FOR NO KEY UPDATE");
            List<String> others = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                others.add(catalogue.account("GBP", 100));
            }
            List<HttpResponse<String>> replies = atOnce(
                    10,
                    i -> i == 9
                            ? move(held, "deposits", key, "1.00")
                            : move(others.get(i), "deposits", RunningBetApi.newKey(), "1.00"));
            assertThat(replies.subList(0, 9)).allMatch(reply -> reply.statusCode() == 201);
            assertThat(replies.get(9).statusCode()).isEqualTo(503);
            holder.rollback();
        }
        assertThat(move(held, "deposits", key, "1.00").statusCode()).isEqualTo(201);
        assertThat(available(held)).isEqualTo(200);
    }
}
