package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What callers are told of days that have no partition yet, and of days that have been retired. */
@Timeout(120)
class MissingDaysTest {

    private static final String DROP_TODAY_AND_WHAT_FOLLOWS = """
            DO $$
            DECLARE
                part record;
            BEGIN
                FOR part IN SELECT inhparent::regclass AS parent, inhrelid::regclass AS child
                              FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
                             WHERE relname ~ '^(bet_leg|bet_settlement|outbox|ledger_entry|bet)_[0-9]{8}$'
                               AND to_date(right(relname, 8), 'YYYYMMDD') >= (now() AT TIME ZONE 'UTC')::date
                             ORDER BY relname !~ '^bet_[a-z]' LOOP
                    EXECUTE format('DROP TABLE %s CASCADE', part.child);
                END LOOP;
            END
            $$
            """;

    private static RunningBetApi api;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() {
        api = RunningBetApi.startedWith();
        catalogue = new Catalogue(api.database());
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    private static HttpResponse<String> place(String account, String market, String key) {
        return api.post("/v1/bets", api.token(account, "bets"), key, """
                {"accountId": "%s", "type": "SINGLE", "stake": "1.00", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, market));
    }

    private static JsonNode problem(HttpResponse<String> reply) {
        return JsonMapper.shared().readTree(reply.body());
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void pastTheLastPartitionABetIsRefusedAtOnceAsAnOperatorsFaultAndTakenWhenThereIsOne() throws Exception {
        String market = catalogue.market("GBP", 1_000_000);
        String account = catalogue.account("GBP", 10_000);
        String key = RunningBetApi.newKey();
        double before = api.metric("placement_busy_total{cause=\"operator\"}");
        execute(api.database().connectAsSuperuser(), DROP_TODAY_AND_WHAT_FOLLOWS);

        long startNanos = System.nanoTime();
        HttpResponse<String> reply = place(account, market, key);

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(2));
        assertThat(reply.statusCode()).isEqualTo(503);
        assertThat(problem(reply).get("code").stringValue()).isEqualTo("BUSY");
        assertThat(problem(reply).get("retry").stringValue()).isEqualTo("same-key");
        assertThat(api.metric("placement_busy_total{cause=\"operator\"}")).isGreaterThan(before);

        for (int run = 0; run < 2; run++) {
            execute(api.database().connect(DatabaseRole.MAINTENANCE), "SELECT create_partitions_ahead(3)");
        }
        assertThat(place(account, market, key).statusCode()).isEqualTo(201);
    }

    @Test
    void aKeyWhoseBetHasBeenRetiredPlacesNothingAndSaysSo() throws Exception {
        String market = catalogue.market("GBP", 1_000_000);
        String account = catalogue.account("GBP", 10_000);
        String key = RunningBetApi.newKey();
        assertThat(place(account, market, key).statusCode()).isEqualTo(201);
        String balance = balance(account, "");
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        execute(
                api.database().connectAsSuperuser(),
                "INSERT INTO retirement (day, begun_by, worker, lease_until) VALUES ('%s', 'a', 'w', now())"
                        .formatted(today));
        try {
            HttpResponse<String> reply = place(account, market, key);
            assertThat(reply.statusCode()).isEqualTo(410);
            assertThat(problem(reply).get("code").stringValue()).isEqualTo("RETIRED");
            assertThat(problem(reply).get("retry").stringValue()).isEqualTo("never");
            assertThat(balance(account, "")).isEqualTo(balance);
        } finally {
            execute(api.database().connectAsSuperuser(), "DELETE FROM retirement");
        }
        assertThat(place(account, market, key).statusCode()).isEqualTo(201);
    }

    @Test
    void theBalanceOfATimeIsThatOfWhatWasCarriedForwardAndUnknownBefore() throws Exception {
        String account = catalogue.account("GBP", 10_000);
        LocalDate retired = LocalDate.now(ZoneOffset.UTC).minusDays(60);
        execute(api.database().connectAsSuperuser(), """
                INSERT INTO retirement (day, begun_by, worker, lease_until) VALUES ('%2$s', 'a', 'w', now());
                UPDATE ledger_entry
                   SET kind = 'CARRIED_FORWARD', available_change = 0, transaction_id = NULL, happened_at = '%2$s 12:00:00+00'
                 WHERE account_id = '%1$s'
                """.formatted(account, retired));
        try {
            assertThat(balance(account, "?asOf=" + retired.plusDays(1) + "T00:00:00Z"))
                    .contains("\"available\":\"100.00\"");
            assertThat(api.get(
                                    "/v1/accounts/" + account + "/balance?asOf=" + retired + "T00:00:00Z",
                                    api.token(account, "bets"))
                            .statusCode())
                    .isEqualTo(410);
        } finally {
            execute(api.database().connectAsSuperuser(), "DELETE FROM retirement");
        }
    }

    private static String balance(String account, String query) {
        String body = api.get("/v1/accounts/" + account + "/balance" + query, api.token(account, "bets"))
                .body();
        return body.replaceAll("\"asOf\":\"[^\"]*\"", "");
    }
}
