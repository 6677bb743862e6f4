package matchnight.bets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The series that dashboards and alerts may rely on: a renamed one would go quiet, and nobody would be told. */
class MetricNamesTest {

    private static List<String> series;

    @BeforeAll
    static void readThemAfterABet() throws SQLException {
        RunningBetApi api = RunningBetApi.shared();
        var catalogue = new Catalogue(api.database());
        String account = catalogue.account("GBP", 10_000);
        assertThat(api.post("/v1/bets", api.token(account, "bets"), RunningBetApi.newKey(), """
                                {"accountId": "%s", "type": "SINGLE", "stake": 1, "currency": "GBP",
                                 "legs": [{"marketId": "%s", "selectionId": "H", "price": 2.5}]}
                                """.formatted(
                                        account, catalogue.market("GBP", 1_000_000)))
                        .statusCode())
                .isEqualTo(201);
        series = api.send(
                        HttpRequest.newBuilder(api.url("/actuator/prometheus")).build())
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bet_placement_seconds_bucket\\{outcome=\"accepted\",le=\"[0-9.+Inf]+\"}",
                "bet_placement_seconds_count\\{outcome=\"accepted\"}",
                "placement_balance_lock_seconds_bucket\\{le=\"[0-9.+Inf]+\"}",
                "placement_balance_lock_seconds_count",
                "placement_batch_size_count",
                "placement_queue",
                "catalogue_staleness_seconds",
                "outbox_oldest_age_seconds",
                "hikaricp_connections_active\\{pool=\"placement\"}",
                "hikaricp_connections_pending\\{pool=\"placement\"}",
                "hikaricp_connections_active\\{pool=\"waiting\"}",
                "hikaricp_connections_active\\{pool=\"trading\"}",
                "hikaricp_connections_active\\{pool=\"reader\"}",
                "hikaricp_connections_active\\{pool=\"relay\"}",
                "http_server_requests_seconds_count\\{.*method=\"POST\",.*status=\"201\",uri=\"/v1/bets\"}",
            })
    void areThere(String name) {
        Pattern line = Pattern.compile(name + " [0-9.E+-]+");
        assertThat(series).anyMatch(line.asMatchPredicate());
    }

    @Test
    void countBusyPlacementsByEveryCauseFromTheStart() {
        assertThat(series.stream()
                        .filter(line -> line.startsWith("placement_busy_total"))
                        .map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactlyInAnyOrder(
                        "placement_busy_total{cause=\"queue\"}",
                        "placement_busy_total{cause=\"queue-wait\"}",
                        "placement_busy_total{cause=\"deadline\"}",
                        "placement_busy_total{cause=\"pool\"}",
                        "placement_busy_total{cause=\"lock-timeout\"}",
                        "placement_busy_total{cause=\"deadlock\"}",
                        "placement_busy_total{cause=\"timeout\"}",
                        "placement_busy_total{cause=\"database-unavailable\"}",
                        "placement_busy_total{cause=\"barrier\"}",
                        "placement_busy_total{cause=\"operator\"}");
    }
}
