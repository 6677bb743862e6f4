package matchnight.settlement.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.testing.Events;
import matchnight.settlement.testing.RunningWorker;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Overdue holds and the void by a person, as their callers see them. */
@TestInstance(Lifecycle.PER_CLASS)
class HoldApiTest {

    private static final String REASON = "{\"reason\": \"never played\"}";
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final World world = World.create();
    private final RunningWorker worker = RunningWorker.prepared(world).with("matchnight.holds.sweep-interval", "200ms");

    HoldApiTest() {
        worker.start();
    }

    @AfterAll
    void stop() {
        worker.close();
        world.close();
    }

    @Test
    void overdueHoldsAreListedOldestFirstWithTheirMarketsUntilTheyAreVoided() throws Exception {
        MarketId first = world.market("first", "H");
        MarketId second = world.market("second", "H");
        AccountId punter = world.account("overdue", "JPY", 10_000);
        List<UUID> bets = new ArrayList<>();
        for (int i = 3; i >= 1; i--) {
            Instant deadline = Instant.now().minusSeconds(600L * i);
            List<PlacedLeg> legs = List.of(new PlacedLeg(first, "H", "2.00"), new PlacedLeg(second, "H", "2.00"));
            bets.add(world.place(new Placed(punter, "JPY", 100, deadline.minus(Duration.ofHours(3)), legs)));
        }
        await().atMost(WITHIN).until(() -> list("").get("items").size() == 3);
        await().atMost(WITHIN).until(() -> worker.metric("holds_overdue") == 3);
        assertThat(worker.metric("holds_overdue_oldest_seconds")).isBetween(1_800.0, 1_900.0);

        JsonNode page = list("?limit=2");
        JsonNode oldest = page.get("items").get(0);
        assertThat(oldest.propertyNames())
                .containsExactly(
                        "betId", "accountId", "owner", "currency", "stake", "settleBy", "overdueSeconds", "markets");
        assertThat(oldest.get("betId").stringValue()).isEqualTo(bets.getFirst().toString());
        assertThat(oldest.get("accountId").stringValue()).isEqualTo("overdue");
        assertThat(oldest.get("owner").stringValue()).isEqualTo("desk-1");
        assertThat(oldest.get("currency").stringValue()).isEqualTo("JPY");
        assertThat(oldest.get("stake").stringValue()).isEqualTo("100");
        assertThat(oldest.get("overdueSeconds").doubleValue()).isBetween(1_800.0, 1_900.0);
        assertThat(oldest.get("markets").toString())
                .isEqualTo("[{\"marketId\":\"first\",\"owner\":\"desk-1\",\"state\":\"NO_RESULT\"},"
                        + "{\"marketId\":\"second\",\"owner\":\"desk-1\",\"state\":\"NO_RESULT\"}]");
        JsonNode next = list("?limit=2&cursor=" + page.get("nextCursor").stringValue());
        assertThat(next.get("items").size()).isEqualTo(1);
        assertThat(next.get("items").get(0).get("betId").stringValue())
                .isEqualTo(bets.getLast().toString());
        assertThat(next.get("nextCursor").isNull()).isTrue();

        for (UUID bet : bets) {
            assertThat(post(bet.toString(), REASON).statusCode()).isEqualTo(200);
        }
        assertThat(list("").get("items").size()).isZero();
        await().atMost(WITHIN).until(() -> worker.metric("holds_overdue") == 0);
        assertThat(worker.metric("holds_overdue_oldest_seconds")).isZero();
    }

    @Test
    void aVoidIsAnsweredTheSameHoweverOftenItIsAskedFor() throws Exception {
        MarketId market = world.market("void", "H");
        AccountId punter = world.account("voided", "GBP", 100_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 12_34));

        for (int call = 0; call < 2; call++) {
            HttpResponse<String> reply = post(bet.toString(), REASON);
            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body())
                    .isEqualTo("{\"betId\":\"" + bet + "\",\"state\":\"VOIDED\",\"settlementVersion\":1,"
                            + "\"returns\":\"12.34\",\"currency\":\"GBP\"}");
        }
        assertThat(world.texts("SELECT actor || ' ' || action || ' ' || reason FROM audit_log WHERE subject = 'bet/%s'"
                        .formatted(bet)))
                .containsExactly("tester BET_VOIDED never played");
    }

    @Test
    void aBetThatResultsSettledIsAConflict() throws Exception {
        MarketId market = world.market("settled", "H");
        AccountId punter = world.account("settled", "GBP", 100_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));
        StoredResults.store(world, Events.result(market, 1, "H WON"));
        await().atMost(WITHIN).until(() -> !world.settlements(bet).isEmpty());

        HttpResponse<String> reply = post(bet.toString(), REASON);

        assertThat(reply.statusCode()).isEqualTo(409);
        JsonNode problem = JsonMapper.shared().readTree(reply.body());
        assertThat(problem.get("code").stringValue()).isEqualTo("CONFLICT");
        assertThat(problem.get("detail").stringValue()).contains("correct the result instead");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0198c0de-0000-7000-8000-000000000001",
                "0198C0DE-0000-7000-8000-000000000001",
                "no-uuid",
                "1",
                "0198c0de",
                "%27",
                "%C3%A9"
            })
    void whatIsNoBetIsNotFound(String betId) throws Exception {
        assertThat(post(betId, REASON).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                 | /reason",
                "{\"reason\": null}                 | /reason",
                "{\"reason\": \"\"}                 | /reason",
                "{\"reason\": 5}                    | /reason",
                "{\"reason\": \"a\", \"bet\": 1}    | /bet",
                "[]                                 | ''",
            })
    void aVoidWithoutAReasonIsRefused(String body, String pointer) throws Exception {
        MarketId market = world.market("reasons-" + UUID.randomUUID(), "H");
        AccountId punter = world.account("reasons-" + UUID.randomUUID(), "GBP", 100_00);
        UUID bet = world.place(Placed.single(punter, market, "H", "2.50", 10_00));

        HttpResponse<String> reply = post(bet.toString(), body);

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(JsonMapper.shared()
                        .readTree(reply.body())
                        .at("/errors/0/pointer")
                        .stringValue())
                .isEqualTo(pointer);
        assertThat(world.settlements(bet)).isEmpty();
    }

    @Test
    void readingNeedsOpsAndVoidingNeedsResults() throws Exception {
        assertThat(worker.get("/admin/holds/overdue").statusCode()).isEqualTo(401);
        assertThat(worker.get("/admin/holds/overdue", "results").statusCode()).isEqualTo(403);
        assertThat(worker.post("/admin/bets/x/void", REASON).statusCode()).isEqualTo(401);
        assertThat(worker.post("/admin/bets/x/void", REASON, "ops").statusCode())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?limit=0",
                "?limit=x",
                "?cursor=x",
                "?cursor=2026-01-01T00:00:00Z",
                "?cursor=2026-01-01T00:00:00Z~x",
                "?cursor=%2B999999999-12-31T23:59:59Z~0198c0de-0000-7000-8000-000000000001",
                "?cursor=-999999999-12-31T23:59:59Z~0198c0de-0000-7000-8000-000000000001"
            })
    void whatIsNoPageIsRefused(String query) throws Exception {
        assertThat(worker.get("/admin/holds/overdue" + query, "ops").statusCode())
                .isEqualTo(400);
    }

    private JsonNode list(String query) throws Exception {
        HttpResponse<String> reply = worker.get("/admin/holds/overdue" + query, "ops");
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(reply.body());
    }

    private HttpResponse<String> post(String betId, String body) throws Exception {
        return worker.post("/admin/bets/" + betId + "/void", body, "results");
    }
}
