package matchnight.settlement.debt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.apply.Settling;
import matchnight.settlement.testing.Events;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who owes what, as its readers see it. */
@TestInstance(Lifecycle.PER_CLASS)
class DebtApiTest {

    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final World world = World.create();
    private final Settling settling = Settling.in(world);
    private final RunningWorker worker = RunningWorker.started(world);

    @AfterAll
    void stop() {
        worker.close();
        world.close();
    }

    @Test
    void accountsInDebtAreListedForAsLongAsTheyAre() throws Exception {
        MarketId market = world.market("m", "H", "A");
        List<AccountId> punters = new ArrayList<>();
        List<UUID> bets = new ArrayList<>();
        for (String currency : List.of("GBP", "JPY", "GBP")) {
            AccountId punter = world.account("punter-" + punters.size(), currency, 1_000);
            punters.add(punter);
            bets.add(world.place(
                    Placed.single(punter, market, "H", "2.50", 1_000).in(currency)));
        }
        settle(market, 1, "H WON", "A LOST");
        for (AccountId punter : punters) {
            world.withdraw(punter, 2_000);
        }
        assertThat(list("").get("items").size()).isZero();

        settle(market, 2, "H LOST", "A WON");

        JsonNode items = list("").get("items");
        assertThat(items.size()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            JsonNode debt = find(items, "punter-" + i);
            assertThat(debt.propertyNames())
                    .containsExactly("accountId", "currency", "debt", "since", "owner", "betId", "settlementVersion");
            assertThat(debt.get("debt").stringValue()).isEqualTo(i == 1 ? "2000" : "20.00");
            assertThat(debt.get("owner").stringValue()).isEqualTo("desk-1");
            assertThat(debt.get("betId").stringValue()).isEqualTo(bets.get(i).toString());
            assertThat(debt.get("settlementVersion").intValue()).isEqualTo(2);
        }
        await().atMost(WITHIN).until(() -> worker.metric("debt_accounts") == 3);
        assertThat(worker.metric("debt_minor_units{currency=\"GBP\"}")).isEqualTo(4_000);
        assertThat(worker.metric("debt_minor_units{currency=\"JPY\"}")).isEqualTo(2_000);
        pagesHoldEachOnce();

        world.deposit(punters.get(0), 500);
        assertThat(find(list("").get("items"), "punter-0").get("debt").stringValue())
                .as("paid down in part")
                .isEqualTo("15.00");
        world.deposit(punters.get(0), 1_500);
        world.deposit(punters.get(1), 9_000);
        assertThat(list("").get("items").size()).isEqualTo(1);
        await().atMost(WITHIN).until(() -> worker.metric("debt_accounts") == 1);
        assertThat(worker.metric("debt_minor_units{currency=\"JPY\"}")).isZero();

        world.withdraw(punters.get(1), 7_000);
        settle(market, 3, "H VOID");
        settle(market, 4, "H LOST");
        assertThat(find(list("").get("items"), "punter-2")
                        .get("settlementVersion")
                        .intValue())
                .as("the stake came back and was taken again, which did not end the debt")
                .isEqualTo(2);
        assertThat(list("").get("items").size()).isEqualTo(1);
    }

    private void pagesHoldEachOnce() throws Exception {
        List<String> seen = new ArrayList<>();
        String query = "?limit=1";
        while (true) {
            JsonNode page = list(query);
            page.get("items").forEach(item -> seen.add(item.get("accountId").stringValue()));
            if (page.get("nextCursor").isNull()) {
                break;
            }
            query = "?limit=1&cursor=" + page.get("nextCursor").stringValue();
        }
        assertThat(seen).containsExactlyInAnyOrder("punter-0", "punter-1", "punter-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?limit=201", "?cursor=x", "?cursor=2026-01-01T00:00:00Z~", "?cursor=yesterday~punter"})
    void whatIsNoPageIsRefused(String query) throws Exception {
        assertThat(worker.get("/admin/debts" + query, "ops").statusCode()).isEqualTo(400);
    }

    @Test
    void readingNeedsOps() throws Exception {
        assertThat(worker.get("/admin/debts").statusCode()).isEqualTo(401);
        assertThat(worker.get("/admin/debts", "results").statusCode()).isEqualTo(403);
    }

    // The service's lanes settle it, or we do.
    private void settle(MarketId market, long version, String... outcomes) throws Exception {
        settling.by(Events.result(market, version, outcomes));
        await().atMost(WITHIN)
                .until(() ->
                        world.number("SELECT count(*) FROM settlement_job WHERE unapplied_since IS NOT NULL") == 0);
    }

    private static JsonNode find(JsonNode items, String account) {
        for (JsonNode item : items) {
            if (item.get("accountId").stringValue().equals(account)) {
                return item;
            }
        }
        throw new AssertionError(account + " is not in " + items);
    }

    private JsonNode list(String query) throws Exception {
        HttpResponse<String> reply = worker.get("/admin/debts" + query, "ops");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(reply.body());
    }
}
