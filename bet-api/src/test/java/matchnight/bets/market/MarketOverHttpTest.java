package matchnight.bets.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MarketOverHttpTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningBetApi api;
    private static Catalogue catalogue;
    private static String desk;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
        desk = api.token("desk", "trading");
    }

    private static String newId() {
        return "m-" + UUID.randomUUID();
    }

    private static String body(String marketId) {
        return """
                {"eventId": "e-%s", "event": "Arsenal v Chelsea", "name": "Full-time result",
                 "startsAt": "2026-12-29T20:00:00+01:00", "settleBy": "2026-12-30T00:00:00Z", "owner": "football-desk",
                 "status": "OPEN", "limitCurrency": "GBP", "liabilityLimit": 10000, "minStake": "0.10", "maxStake": 500.5,
                 "selections": [
                   {"selectionId": "H", "name": "Arsenal", "price": 2.5},
                   {"selectionId": "D", "name": "Draw", "price": "11/4", "eachWay": {"fraction": "1/5", "places": 3}}]}
                """.formatted(marketId);
    }

    private static HttpResponse<String> put(String marketId, String body) {
        return api.put("/v1/markets/" + marketId, desk, body);
    }

    private static HttpResponse<String> putIf(String marketId, String ifMatch, String body) {
        return api.send(api.request("/v1/markets/" + marketId, desk)
                .header("If-Match", ifMatch)
                .PUT(BodyPublishers.ofString(body))
                .build());
    }

    private static HttpResponse<String> act(String path) {
        return api.post("/v1/" + path, desk, "");
    }

    private static HttpResponse<String> patchPrices(String marketId, long version, String prices) {
        return api.patch(
                "/v1/markets/" + marketId + "/prices",
                desk,
                "{\"version\": %d, \"prices\": %s}".formatted(version, prices));
    }

    private static JsonNode json(HttpResponse<String> reply) {
        return JSON.readTree(reply.body());
    }

    private static String created() {
        String id = newId();
        assertThat(put(id, body(id)).statusCode()).isEqualTo(201);
        return id;
    }

    @Test
    void createsAMarketAndAnswersItAsItWillBeRead() {
        String id = newId();
        HttpResponse<String> created = put(id, body(id));
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("ETag")).contains("\"1\"");
        JsonNode market = json(created);
        assertThat(market.path("startsAt").stringValue()).isEqualTo("2026-12-29T19:00:00Z");
        assertThat(market.path("liabilityLimit").stringValue()).isEqualTo("10000.00");
        assertThat(market.path("maxStake").stringValue()).isEqualTo("500.50");
        assertThat(market.path("paysOn").stringValue()).isEqualTo("CONFIRMED");
        assertThat(market.path("version").intValue()).isEqualTo(1);
        assertThat(market.at("/selections/0/price").stringValue()).isEqualTo("2.50");
        assertThat(market.at("/selections/1/price").stringValue()).isEqualTo("11/4");
        assertThat(market.at("/selections/1/eachWay/places").intValue()).isEqualTo(3);
        assertThat(market.has("maxReturns")).isFalse();
        HttpResponse<String> read = api.get("/v1/markets/" + id, api.token("somebody", "bets"));
        assertThat(read.body()).isEqualTo(created.body());
        assertThat(read.headers().firstValue("ETag")).contains("\"1\"");
    }

    @Test
    void keepsEverythingThatIsOptional() {
        String id = newId();
        String full = body(id).replace(
                        "\"status\": \"OPEN\"",
                        "\"status\": \"SUSPENDED\", \"paysOn\": \"LIVE\", \"maxReturns\": \"250000\","
                                + " \"bestOddsGuaranteed\": {\"topUpMax\": \"100.00\"}")
                .replace("\"price\": 2.5", "\"price\": 2.5, \"status\": \"SUSPENDED\"");
        JsonNode market = json(put(id, full));
        assertThat(market.path("status").stringValue()).isEqualTo("SUSPENDED");
        assertThat(market.path("paysOn").stringValue()).isEqualTo("LIVE");
        assertThat(market.path("maxReturns").stringValue()).isEqualTo("250000.00");
        assertThat(market.at("/bestOddsGuaranteed/topUpMax").stringValue()).isEqualTo("100.00");
        assertThat(market.at("/selections/0/status").stringValue()).isEqualTo("SUSPENDED");
    }

    @Test
    void replacesAMarketOnlyWhereItsVersionIsTheNamedOne() {
        String id = created();
        String renamed = body(id).replace("Full-time result", "Match odds");
        HttpResponse<String> replaced = putIf(id, "\"1\"", renamed);
        assertThat(replaced.statusCode()).isEqualTo(200);
        assertThat(replaced.headers().firstValue("ETag")).contains("\"2\"");
        for (String stale : List.of("\"1\"", "\"7\"", "W/\"2\"", "\"x\"", "\"1\", \"3\"", "\"\"")) {
            HttpResponse<String> refused = putIf(id, stale, body(id));
            assertThat(refused.statusCode()).as(stale).isEqualTo(412);
            assertThat(refused.body()).contains("\"PRECONDITION_FAILED\"");
        }
        assertThat(json(api.get("/v1/markets/" + id, desk)).path("name").stringValue())
                .isEqualTo("Match odds");
        assertThat(putIf(id, "\"1\", \"2\"", renamed).statusCode()).isEqualTo(200);
        assertThat(putIf(id, "*", renamed).statusCode()).isEqualTo(200);
        assertThat(putIf(newId(), "*", renamed).statusCode()).isEqualTo(412);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"1", "\"1\" \"2\"", "\"1\"x", "**", "\"1\", 2"})
    void refusesAnIfMatchThatIsNone(String ifMatch) {
        String id = created();
        assertThat(putIf(id, ifMatch, body(id)).statusCode()).isEqualTo(400);
    }

    @Test
    void ofTwoReplacementsOfOneVersionOneWins() throws Exception {
        String id = created();
        List<Callable<Integer>> both = List.of(
                () -> putIf(id, "\"1\"", body(id)).statusCode(),
                () -> putIf(id, "\"1\"", body(id)).statusCode());
        assertThat(together(both)).containsExactlyInAnyOrder(200, 412);
    }

    @Test
    void ofManyCreationsOneIs201() throws Exception {
        String id = newId();
        List<Callable<Integer>> many = Stream.<Callable<Integer>>generate(
                        () -> () -> put(id, body(id)).statusCode())
                .limit(8)
                .toList();
        List<Integer> statuses = together(many);
        assertThat(statuses).containsOnlyOnce(201).hasSize(8);
        assertThat(statuses).containsOnly(201, 200);
    }

    private static List<Integer> together(List<Callable<Integer>> calls) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> status : threads.invokeAll(calls)) {
                statuses.add(status.get());
            }
            return statuses;
        }
    }

    @Test
    void saysWhyWhatBetsReferToCannotChange() {
        String id = created();
        for (String change : List.of(
                body(id).replace("e-" + id, "e-other"),
                body(id).replace("GBP", "EUR"),
                body(id).replace("\"H\"", "\"A\""))) {
            HttpResponse<String> refused = put(id, change);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("\"MARKET_CHANGE_REFUSED\"", "cannot");
        }
        assertThat(json(api.get("/v1/markets/" + id, desk)).path("version").intValue())
                .isEqualTo(1);
    }

    @Test
    void addsSelections() {
        String id = created();
        JsonNode market = json(put(
                id,
                body(id).replace(
                                "\"selections\": [",
                                "\"selections\": [{\"selectionId\": \"A\", \"name\": \"Chelsea\", \"price\": 3},")));
        assertThat(market.at("/selections/0/selectionId").stringValue()).isEqualTo("A");
        assertThat(market.path("selections").size()).isEqualTo(3);
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                Arguments.of("\"minStake\": \"0.10\"", "\"minStake\": \"0\"", "/minStake"),
                Arguments.of("\"maxStake\": 500.5", "\"maxStake\": \"0.09\"", "/maxStake"),
                Arguments.of("\"maxStake\": 500.5", "\"maxStake\": 500.555", "/maxStake"),
                Arguments.of("\"liabilityLimit\": 10000", "\"liabilityLimit\": 1e4", "/liabilityLimit"),
                Arguments.of("\"liabilityLimit\": 10000", "\"liabilityLimit\": -1", "/liabilityLimit"),
                Arguments.of("2026-12-30T00:00:00Z", "2026-12-29T18:59:59Z", "/settleBy"),
                Arguments.of("2026-12-30T00:00:00Z", "tomorrow", "/settleBy"),
                Arguments.of("\"OPEN\"", "\"HALF_OPEN\"", "/status"),
                Arguments.of("\"price\": 2.5", "\"price\": 1", "/selections/0/price"),
                Arguments.of("\"price\": 2.5", "\"price\": 2.50001", "/selections/0/price"),
                Arguments.of("\"D\"", "\"H\"", "/selections/1/selectionId"),
                Arguments.of("\"1/5\"", "\"6/5\"", "/selections/1/eachWay/fraction"),
                Arguments.of("\"1/5\"", "\"0.2\"", "/selections/1/eachWay/fraction"),
                Arguments.of("\"places\": 3", "\"places\": 0", "/selections/1/eachWay/places"),
                Arguments.of("\"places\": 3", "\"places\": 3.0", "/selections/1/eachWay/places"),
                Arguments.of("football-desk", " ", "/owner"),
                Arguments.of("football-desk", "x".repeat(201), "/owner"),
                Arguments.of("\"owner\": \"football-desk\",", "", "/owner"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("invalid")
    void refusesWhatIsNoMarket(String valid, String invalid, String pointer) throws SQLException {
        String id = newId();
        HttpResponse<String> reply = put(id, body(id).replace(valid, invalid));
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(400);
        assertThat(json(reply).at("/errors/0/pointer").stringValue()).isEqualTo(pointer);
        assertThat(catalogue.count("SELECT count(*) FROM event WHERE event_id = ?", "e-" + id))
                .isZero();
    }

    @Test
    void goesThroughItsStatesAndCountsOnlyRealChanges() {
        String id = created();
        assertStands(act("markets/" + id + "/suspend"), "SUSPENDED", 2);
        assertStands(act("markets/" + id + "/suspend"), "SUSPENDED", 2);
        assertStands(act("markets/" + id + "/open"), "OPEN", 3);
        assertStands(act("markets/" + id + "/open"), "OPEN", 3);
        assertStands(act("markets/" + id + "/close"), "CLOSED", 4);
        assertStands(act("markets/" + id + "/suspend"), "CLOSED", 4);
        assertStands(act("markets/" + id + "/open"), "OPEN", 5);
        for (String action : List.of("open", "suspend", "close")) {
            assertThat(act("markets/" + newId() + "/" + action).statusCode()).isEqualTo(404);
        }
    }

    private static void assertStands(HttpResponse<String> reply, String status, int version) {
        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(json(reply).path("status").stringValue()).isEqualTo(status);
        assertThat(json(reply).path("version").intValue()).isEqualTo(version);
        assertThat(reply.headers().firstValue("ETag")).contains("\"" + version + "\"");
    }

    @Test
    void opensAndSuspendsAnEvent() {
        String id = created();
        HttpResponse<String> suspended = act("events/e-" + id + "/suspend");
        assertThat(suspended.body())
                .isEqualTo(
                        "{\"eventId\":\"e-%s\",\"event\":\"Arsenal v Chelsea\",\"status\":\"SUSPENDED\",\"version\":2}"
                                .formatted(id));
        assertThat(json(api.get("/v1/markets/" + id, desk)).path("eventStatus").stringValue())
                .isEqualTo("SUSPENDED");
        assertThat(json(act("events/e-" + id + "/suspend")).path("version").intValue())
                .isEqualTo(2);
        assertThat(json(act("events/e-" + id + "/open")).path("version").intValue())
                .isEqualTo(3);
        assertThat(act("events/nothing/open").statusCode()).isEqualTo(404);
        assertThat(act("events/nothing/suspend").statusCode()).isEqualTo(404);
    }

    @Test
    void staysShutWhileAResultStands() throws SQLException {
        String id = created();
        storeResultEvent(id, 1, "RESULT");
        catalogue.execute("UPDATE selection SET shut_by_result_version = 1 WHERE market_id = ?", id);
        for (HttpResponse<String> refused : List.of(act("markets/" + id + "/open"), reopenedByPut(id))) {
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("\"MARKET_HAS_RESULT\"");
        }
        assertThat(json(api.get("/v1/markets/" + id, desk))
                        .at("/selections/0/shutByResultVersion")
                        .intValue())
                .isEqualTo(1);
        storeResultEvent(id, 2, "ROLLBACK");
        storeCancel(id, 3, "CANCEL", "NULL", "now()");
        JsonNode opened = json(act("markets/" + id + "/open"));
        assertThat(opened.path("status").stringValue()).isEqualTo("OPEN");
        assertThat(opened.at("/selections/0/shutByResultVersion").isMissingNode())
                .isTrue();
    }

    /** Bets are graded by it: a change after a result would re-open what is paid, or leave what is due unpaid. */
    @Test
    void keepsWhatItPaysOnOnceResultsHaveCome() throws SQLException {
        String id = created();
        String onLive = body(id).replace("\"status\"", "\"paysOn\": \"LIVE\", \"status\"");
        assertThat(json(put(id, onLive)).path("paysOn").stringValue()).isEqualTo("LIVE");
        assertThat(json(put(id, body(id))).path("paysOn").stringValue()).isEqualTo("CONFIRMED");
        assertThat(json(put(id, onLive)).path("paysOn").stringValue()).isEqualTo("LIVE");
        storeResultEvent(id, 1, "RESULT");
        // Left out it is CONFIRMED, which is a change here too.
        String renamed = body(id).replace("Full-time result", "Match odds");
        for (String change : List.of(renamed, onLive.replace("LIVE", "CONFIRMED"))) {
            assertKeepsPayingOnLive(id, change);
        }
        storeResultEvent(id, 2, "ROLLBACK");
        assertKeepsPayingOnLive(id, renamed);
        JsonNode market = json(put(id, onLive.replace("Full-time result", "Match odds")));
        assertThat(market.path("name").stringValue()).isEqualTo("Match odds");
        assertThat(market.path("paysOn").stringValue()).isEqualTo("LIVE");
    }

    private static void assertKeepsPayingOnLive(String id, String change) {
        HttpResponse<String> refused = put(id, change);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("\"MARKET_CHANGE_REFUSED\"", "/paysOn cannot change from LIVE");
        JsonNode market = json(api.get("/v1/markets/" + id, desk));
        assertThat(market.path("paysOn").stringValue()).isEqualTo("LIVE");
        assertThat(market.path("name").stringValue()).isEqualTo("Full-time result");
    }

    /** Of each window: whether bets to come lie in it. */
    static Stream<Arguments> cancelWindows() {
        return Stream.of(
                Arguments.of("NULL", "NULL", true),
                Arguments.of("now() - interval '1 hour'", "NULL", true),
                Arguments.of("NULL", "now() + interval '1 hour'", true),
                Arguments.of("now() + interval '1 hour'", "now() + interval '2 hours'", true),
                Arguments.of("NULL", "now()", false),
                Arguments.of("now() - interval '2 hours'", "now() - interval '1 hour'", false));
    }

    @ParameterizedTest
    @MethodSource("cancelWindows")
    void staysShutWhileACancelTakesInBetsToCome(String from, String to, boolean shut) throws SQLException {
        String id = created();
        act("markets/" + id + "/suspend");
        storeCancel(id, 1, "CANCEL", from, to);
        catalogue.execute("UPDATE selection SET shut_by_result_version = 1 WHERE market_id = ?", id);
        if (!shut) {
            assertThat(act("markets/" + id + "/open").statusCode()).isEqualTo(200);
            return;
        }
        assertKeptShut(act("markets/" + id + "/open"));
        assertKeptShut(put(id, body(id)));
        // One of another window undoes nothing.
        storeCancel(id, 2, "ROLLBACK_CANCEL", "now() - interval '9 hours'", to);
        assertKeptShut(act("markets/" + id + "/open"));
        catalogue.execute("""
                INSERT INTO result_event
                SELECT market_id, 3, event_id, 'ROLLBACK_CANCEL', certainty, outcomes, window_from, window_to, reason,
                       content_hash, occurred_at, kafka_partition, kafka_offset, kafka_timestamp
                  FROM result_event WHERE market_id = ? AND version = 1
                """, id);
        JsonNode opened = json(act("markets/" + id + "/open"));
        assertThat(opened.path("status").stringValue()).isEqualTo("OPEN");
        assertThat(opened.at("/selections/0/shutByResultVersion").isMissingNode())
                .isTrue();
    }

    @Test
    void aCancelThatIsNewerThanWhatUndidItKeepsItShut() throws SQLException {
        String id = created();
        act("markets/" + id + "/suspend");
        storeCancel(id, 1, "CANCEL", "NULL", "NULL");
        storeCancel(id, 2, "ROLLBACK_CANCEL", "NULL", "NULL");
        storeCancel(id, 3, "CANCEL", "NULL", "NULL");
        assertKeptShut(act("markets/" + id + "/open"));
        storeCancel(id, 4, "ROLLBACK_CANCEL", "NULL", "NULL");
        assertThat(act("markets/" + id + "/open").statusCode()).isEqualTo(200);
    }

    /** What a person put in an event's place counts, and what it replaced does not. */
    @Test
    void followsWhatAPersonDecidedBetweenTwoEventsOfOneVersion() throws SQLException {
        String id = created();
        act("markets/" + id + "/suspend");
        storeResultEvent(id, 1, "RESULT");
        assertKeptShut(act("markets/" + id + "/open"));
        decide(id, 1, 1, "ROLLBACK");
        assertThat(act("markets/" + id + "/open").statusCode()).isEqualTo(200);
        act("markets/" + id + "/suspend");
        decide(id, 1, 2, "CANCEL");
        assertKeptShut(act("markets/" + id + "/open"));
        decide(id, 1, 3, "ROLLBACK_CANCEL");
        assertThat(act("markets/" + id + "/open").statusCode()).isEqualTo(200);
    }

    private static void decide(String marketId, int version, int number, String type) throws SQLException {
        catalogue.execute("""
                WITH decided AS (
                    INSERT INTO incident (kind, subject, owner, detail, resolved_at, resolved_by, reason)
                    VALUES ('RESULT_CONFLICT', 'x', 'desk', '{}', now(), 'p', 'r')
                    RETURNING incident_id
                )
                INSERT INTO result_override (market_id, version, override_number, event_id, type, content_hash, occurred_at,
                                             incident_id, decided_by)
                SELECT ?, ?::bigint, ?::integer, 'x', ?, '', now(), incident_id, 'p' FROM decided
                """, marketId, Integer.toString(version), Integer.toString(number), type);
    }

    @Test
    void opensNoNewSelectionWhileACancelTakesInBetsToCome() throws SQLException {
        String id = created();
        storeCancel(id, 1, "CANCEL", "NULL", "NULL");
        String withAnother = body(id).replace(
                        "\"selections\": [",
                        "\"selections\": [{\"selectionId\": \"A\", \"name\": \"Chelsea\", \"price\": 3},");
        assertKeptShut(put(id, withAnother));
        assertThat(put(id, body(id)).statusCode()).isEqualTo(200);
        assertThat(put(id, withAnother.replace("\"OPEN\"", "\"SUSPENDED\"")).statusCode())
                .isEqualTo(200);
        assertKeptShut(act("markets/" + id + "/open"));
    }

    private static void assertKeptShut(HttpResponse<String> refused) {
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("\"MARKET_HAS_RESULT\"");
    }

    private static void storeCancel(String marketId, int version, String type, String from, String to)
            throws SQLException {
        catalogue.execute("""
                INSERT INTO result_event (market_id, version, event_id, type, window_from, window_to, reason, content_hash,
                                          occurred_at, kafka_partition, kafka_offset, kafka_timestamp)
                VALUES (?, ?::bigint, 'x', ?, :from, :to, 'abandoned', '', now(), 0, 0, now())
                """.replace(":from", from).replace(":to", to), marketId, Integer.toString(version), type);
    }

    private static HttpResponse<String> reopenedByPut(String id) {
        act("markets/" + id + "/suspend");
        return put(id, body(id));
    }

    private static void storeResultEvent(String marketId, int version, String type) throws SQLException {
        catalogue.execute("""
                INSERT INTO result_event (market_id, version, event_id, type, certainty, outcomes, content_hash,
                                          occurred_at, kafka_partition, kafka_offset, kafka_timestamp)
                SELECT ?, ?::bigint, 'x', given.type,
                       CASE given.type WHEN 'RESULT' THEN 'CONFIRMED' END,
                       CASE given.type WHEN 'RESULT' THEN '[]'::jsonb END, '', now(), 0, 0, now()
                  FROM (VALUES (?)) AS given (type)
                """, marketId, Integer.toString(version), type);
    }

    @Test
    void appliesNewerPricesOnly() {
        String id = created();
        JsonNode first = json(patchPrices(id, 5, "{\"H\": \"2.6\"}"));
        assertThat(first.at("/selections/0/price").stringValue()).isEqualTo("2.60");
        assertThat(first.path("version").intValue()).isEqualTo(2);
        assertThat(first.path("pricesVersion").intValue()).isEqualTo(5);
        for (long old : List.of(5L, 4L, 1L)) {
            HttpResponse<String> reply = patchPrices(id, old, "{\"H\": \"9.00\", \"D\": \"9.00\"}");
            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(json(reply)).isEqualTo(first);
        }
        JsonNode both = json(patchPrices(id, 6, "{\"D\": \"5/2\", \"H\": 3}"));
        assertThat(both.at("/selections/0/price").stringValue()).isEqualTo("3.00");
        assertThat(both.at("/selections/1/price").stringValue()).isEqualTo("5/2");
    }

    @Test
    void theNewestOfManyPricesStands() throws Exception {
        String id = created();
        List<Callable<Integer>> feed = new ArrayList<>();
        for (int version = 1; version <= 16; version++) {
            String price = "{\"H\": \"2.%02d\"}".formatted(version);
            int number = version;
            feed.add(() -> patchPrices(id, number, price).statusCode());
        }
        assertThat(together(feed)).containsOnly(200);
        assertThat(json(api.get("/v1/markets/" + id, desk))
                        .at("/selections/0/price")
                        .stringValue())
                .isEqualTo("2.16");
    }

    static Stream<Arguments> invalidPrices() {
        return Stream.of(
                Arguments.of("{\"version\": 1, \"prices\": {}}", "/prices"),
                Arguments.of("{\"version\": -1, \"prices\": {\"H\": 2}}", "/version"),
                Arguments.of("{\"version\": 0, \"prices\": {\"H\": 2}}", "/version"),
                Arguments.of("{\"version\": 1.0, \"prices\": {\"H\": 2}}", "/version"),
                Arguments.of("{\"version\": \"1\", \"prices\": {\"H\": 2}}", "/version"),
                Arguments.of("{\"prices\": {\"H\": 2}}", "/version"),
                Arguments.of("{\"version\": 1, \"prices\": {\"H\": 1}}", "/prices/H"),
                Arguments.of("{\"version\": 1, \"prices\": {\"H\": null}}", "/prices/H"),
                Arguments.of("{\"version\": 1, \"prices\": {\"H\": 2, \"Q\": 2}}", "/prices/Q"));
    }

    @ParameterizedTest
    @MethodSource("invalidPrices")
    void refusesOtherPrices(String body, String pointer) {
        String id = created();
        HttpResponse<String> reply = api.patch("/v1/markets/" + id + "/prices", desk, body);
        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(json(reply).at("/errors/0/pointer").stringValue()).isEqualTo(pointer);
        assertThat(json(api.get("/v1/markets/" + id, desk)).path("version").intValue())
                .isEqualTo(1);
    }

    @Test
    void knowsNoPricesOfAMarketThatIsNotThere() {
        assertThat(patchPrices(newId(), 1, "{\"H\": 2}").statusCode()).isEqualTo(404);
    }

    @Test
    void pagesTheCatalogueById() {
        String event = "e-" + UUID.randomUUID();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String id = newId();
            put(id, body(id).replace("e-" + id, event));
            ids.add(id);
        }
        ids.sort(String::compareTo);
        act("markets/" + ids.get(1) + "/suspend");
        List<String> listed = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = json(api.get("/v1/markets?eventId=" + event + "&limit=2" + cursor, desk));
            page.path("items")
                    .forEach(market -> listed.add(market.path("marketId").stringValue()));
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").stringValue();
        } while (!cursor.isEmpty());
        assertThat(listed).isEqualTo(ids);
        JsonNode suspended = json(api.get("/v1/markets?status=SUSPENDED&eventId=" + event, desk));
        assertThat(suspended.path("items").size()).isEqualTo(1);
        assertThat(api.get("/v1/markets?status=GONE", desk).statusCode()).isEqualTo(400);
    }

    @Test
    void writesDownWhoDidWhat() throws SQLException {
        String id = created();
        act("markets/" + id + "/suspend");
        act("markets/" + id + "/suspend");
        act("events/e-" + id + "/suspend");
        assertThat(catalogue.count(
                        "SELECT count(*) FROM audit_log WHERE actor = 'desk' AND subject = ?", "market/" + id))
                .isEqualTo(2);
        assertThat(catalogue.count(
                        "SELECT count(*) FROM audit_log WHERE actor = 'desk' AND subject = ?", "event/e-" + id))
                .isEqualTo(1);
    }
}
