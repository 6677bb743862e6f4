package matchnight.bets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import matchnight.bets.problem.ProblemCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever a client sends, it gets a 4xx problem in milliseconds, and nothing of it reaches a table. */
class BadInputTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long LONGEST_ANSWER_MILLIS = 2_000;

    private static RunningBetApi api;
    private static Catalogue catalogue;
    private static String account;
    private static String market;

    @BeforeAll
    static void start() throws SQLException {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
        account = catalogue.account("GBP", 100_000);
        market = catalogue.market("GBP", 1_000_000_000L);
    }

    private static final String STAKE = "\"stake\": \"10.00\"";

    private static String bet(String stakeMember) {
        return """
                {"accountId": "%s", "type": "SINGLE", %s, "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(account, stakeMember, market);
    }

    /** What the contract's field faults call T38 and T40, and their relatives. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "5.4750000000000005",
                "10.001",
                "1e1",
                "1E-2",
                "-600",
                "-0.01",
                "0",
                "0.00",
                "0.001",
                "99999999999999999999",
                "NaN",
                "-Infinity",
                "\"NaN\"",
                "\"\"",
                "null",
                "true",
                "[]",
                "{}",
                "\"１０\"",
                "\" 10 \"",
                "\"+10\"",
                "\"10,00\"",
                "\"1e1\"",
                "\"0x0A\"",
                "010",
                "+10",
            })
    void aStakeThatIsNoAmountLeavesNoTrace(String stake) throws SQLException {
        assertRefusedWithoutATrace(bet("\"stake\": " + stake));
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of("empty", ""),
                Arguments.of("not JSON", "stake=10"),
                Arguments.of("an array", "[]"),
                Arguments.of("null", "null"),
                Arguments.of("cut off", "{\"accountId\": \"a"),
                Arguments.of("two documents", "{} {}"),
                Arguments.of("an unknown member", bet(STAKE + ", \"bonus\": true")),
                Arguments.of("a duplicate member", bet(STAKE + ", \"stake\": \"1.00\"")),
                Arguments.of("a duplicate in a leg", bet(STAKE).replace("\"H\"", "\"H\", \"selectionId\": \"A\"")),
                Arguments.of("10,000 digits", bet("\"stake\": " + "9".repeat(10_000))),
                Arguments.of("10,000 decimals", bet("\"stake\": 1." + "0".repeat(10_000))),
                Arguments.of("deep nesting", bet(STAKE + ", \"context\": " + "[".repeat(5_000) + "]".repeat(5_000))),
                Arguments.of("an id of 10,000 characters", bet(STAKE).replace(market, "m".repeat(10_000))),
                Arguments.of("a name of 10,000 characters", bet(STAKE + ", \"" + "n".repeat(10_000) + "\": 1")),
                Arguments.of("an id as a number", bet(STAKE).replace("\"" + market + "\"", "9007199254740993")),
                Arguments.of("NUL in a string", bet(STAKE + ", \"context\": {\"brand\": \"a\\u0000b\"}")),
                Arguments.of("a lone high surrogate", bet(STAKE + ", \"context\": {\"brand\": \"\\ud83d\"}")),
                Arguments.of("a lone low surrogate", bet(STAKE + ", \"context\": {\"brand\": \"\\ude00x\"}")),
                Arguments.of("a control character in an id", bet(STAKE).replace(market, market + "\\u0007")),
                Arguments.of("a price of 1", bet(STAKE).replace("2.50", "1.00")),
                Arguments.of("a price with an exponent", bet(STAKE).replace("\"2.50\"", "2e0")),
                Arguments.of("a price over 0", bet(STAKE).replace("2.50", "1/0")),
                Arguments.of("an unknown currency", bet(STAKE).replace("GBP", "ZZZ")),
                Arguments.of("a currency in lower case", bet(STAKE).replace("GBP", "gbp")),
                Arguments.of("an unknown type", bet(STAKE).replace("SINGLE", "DOUBLE")),
                Arguments.of("a type as a number", bet(STAKE).replace("\"SINGLE\"", "0")),
                Arguments.of("no legs", bet(STAKE).replaceAll("\\[.*]", "[]")),
                Arguments.of("a leg that is null", bet(STAKE).replaceAll("\\[.*]", "[null]")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void aBodyThatIsNoBetLeavesNoTrace(String name, String body) throws SQLException {
        assertRefusedWithoutATrace(body);
    }

    private static void assertRefusedWithoutATrace(String body) throws SQLException {
        String key = RunningBetApi.newKey();
        long beganNanos = System.nanoTime();
        HttpResponse<String> reply = api.post("/v1/bets", api.token(account, "bets"), key, body);
        assertThat((System.nanoTime() - beganNanos) / 1_000_000).isLessThan(LONGEST_ANSWER_MILLIS);
        assertProblem(reply, 400, "INVALID_REQUEST");
        assertThat(JSON.readTree(reply.body()).path("errors").isArray()).isTrue();
        assertNoTrace(key);
    }

    private static void assertNoTrace(String key) throws SQLException {
        assertThat(catalogue.count("SELECT count(*) FROM idempotency WHERE idempotency_key = ?", key))
                .isZero();
        assertThat(catalogue.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isZero();
        assertThat(catalogue.count("SELECT reserved FROM account WHERE account_id = ?", account))
                .isZero();
    }

    private static void assertProblem(HttpResponse<String> reply, int status, String code) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode problem = JSON.readTree(reply.body());
        assertThat(problem.path("code").stringValue()).isEqualTo(code);
        assertThat(problem.path("status").intValue()).isEqualTo(status);
        assertThat(problem.path("retry").stringValue())
                .isEqualTo(ProblemCode.valueOf(code).retry().text());
        assertThat(reply.body()).doesNotContain("java.", "Exception", "tools.jackson", "org.");
    }

    @Test
    void namesThePlaceOfTheFault() {
        HttpResponse<String> reply = api.post(
                "/v1/bets",
                api.token(account, "bets"),
                RunningBetApi.newKey(),
                bet(STAKE).replace("\"2.50\"", "\"x\""));
        assertThat(JSON.readTree(reply.body()).at("/errors/0/pointer").stringValue())
                .isEqualTo("/legs/0/price");
    }

    @ParameterizedTest
    @ValueSource(ints = {65_537, 100_000, 1_000_000})
    void aBodyAbove64KiBIs413(int bytes) throws SQLException {
        String key = RunningBetApi.newKey();
        String body = bet(STAKE) + " ".repeat(bytes);
        assertProblem(api.post("/v1/bets", api.token(account, "bets"), key, body), 413, "BODY_TOO_LARGE");
        assertNoTrace(key);
    }

    @Test
    void aBodyAbove64KiBIs413AlsoWhenItsLengthIsNotTold() {
        byte[] body = (bet(STAKE) + " ".repeat(70_000)).getBytes(StandardCharsets.UTF_8);
        HttpRequest chunked = api.request("/v1/bets", api.token(account, "bets"))
                .header("Idempotency-Key", RunningBetApi.newKey())
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                .build();
        assertProblem(api.send(chunked), 413, "BODY_TOO_LARGE");
    }

    @Test
    void aBodyOfExactly64KiBIsRead() {
        String bet = bet("\"stake\": \"0\"");
        HttpResponse<String> reply = api.post(
                "/v1/bets",
                api.token(account, "bets"),
                RunningBetApi.newKey(),
                bet + " ".repeat(65_536 - bet.getBytes(StandardCharsets.UTF_8).length));
        assertProblem(reply, 400, "INVALID_REQUEST");
        assertThat(reply.body()).contains("/stake");
    }

    static Stream<Arguments> notUtf8() {
        return Stream.of(
                Arguments.of("a byte that never occurs", new byte[] {'"', (byte) 0xFF, '"'}),
                Arguments.of("an overlong NUL", new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'}),
                Arguments.of("an encoded surrogate", new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'}),
                Arguments.of("a sequence cut off", new byte[] {'"', (byte) 0xE2, (byte) 0x82}),
                Arguments.of("a raw NUL", new byte[] {'"', 0, '"'}),
                Arguments.of("UTF-16", bet(STAKE).getBytes(StandardCharsets.UTF_16)),
                Arguments.of("UTF-16 without a mark", bet(STAKE).getBytes(StandardCharsets.UTF_16BE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notUtf8")
    void aBodyThatIsNotUtf8Is400(String name, byte[] body) {
        HttpRequest request = api.request("/v1/bets", api.token(account, "bets"))
                .header("Idempotency-Key", RunningBetApi.newKey())
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        assertProblem(api.send(request), 400, "INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/xml",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/problem+json",
                "application/json; charset=utf-16",
                "application/json; charset=iso-8859-1",
                "nonsense",
            })
    void anotherContentTypeIs415(String contentType) {
        HttpRequest request = HttpRequest.newBuilder(api.url("/v1/bets"))
                .header("Authorization", "Bearer " + api.token(account, "bets"))
                .header("Content-Type", contentType)
                .header("Idempotency-Key", RunningBetApi.newKey())
                .POST(BodyPublishers.ofString(bet(STAKE)))
                .build();
        assertProblem(api.send(request), 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void noContentTypeIs415() {
        HttpRequest request = HttpRequest.newBuilder(api.url("/v1/bets"))
                .header("Authorization", "Bearer " + api.token(account, "bets"))
                .POST(BodyPublishers.ofString(bet(STAKE)))
                .build();
        assertProblem(api.send(request), 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "deflate", "br", "identity, gzip", "nonsense"})
    void anEncodedBodyIs415(String encoding) {
        HttpResponse<String> reply = api.send(encodedAs(encoding));
        assertProblem(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
        assertThat(reply.headers().firstValue("Accept-Encoding")).contains("identity");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "Identity"})
    void aBodyThatIsSaidToBeItselfIsRead(String encoding) {
        HttpResponse<String> reply = api.send(encodedAs(encoding));
        assertProblem(reply, 400, "INVALID_REQUEST");
        assertThat(reply.body()).contains("/stake");
    }

    private static HttpRequest encodedAs(String encoding) {
        return api.request("/v1/bets", api.token(account, "bets"))
                .header("Content-Encoding", encoding)
                .header("Idempotency-Key", RunningBetApi.newKey())
                .POST(BodyPublishers.ofString(bet("\"stake\": \"0\"")))
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "BREW", "PROPFIND", "post", "TRACE"})
    void aMethodThatThePathDoesNotHaveIs405(String method) {
        HttpResponse<String> reply = api.send(api.request("/v1/bets", api.token(account, "bets"))
                .method(method, BodyPublishers.noBody())
                .build());
        assertProblem(reply, 405, "METHOD_NOT_ALLOWED");
        assertThat(reply.headers().firstValue("Allow").orElse(""))
                .contains("GET")
                .contains("POST");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /v1/bets", "BREW, /v1/bets", "BREW, /v1/markets"})
    void withoutATokenNoMethodIsTold(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(api.url(path))
                .method(method, BodyPublishers.noBody())
                .build();
        assertProblem(api.send(request), 401, "UNAUTHENTICATED");
    }

    @Test
    void theFrameworksOwnErrorsAreProblemsToo() {
        String token = api.token(account, "bets wallet trading ops");
        assertProblem(api.get("/v1/nothing", token), 404, "NOT_FOUND");
        assertProblem(api.get("/elsewhere", token), 404, "NOT_FOUND");
        HttpResponse<String> wrongMethod = api.put("/v1/bets", token, "{}");
        assertProblem(wrongMethod, 405, "METHOD_NOT_ALLOWED");
        assertThat(wrongMethod.headers().firstValue("Allow")).isPresent();
        HttpRequest wantsXml = HttpRequest.newBuilder(api.url("/v1/markets"))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/xml")
                .build();
        assertProblem(api.send(wantsXml), 406, "NOT_ACCEPTABLE");
        assertProblem(api.get("/v1/bets", token), 400, "INVALID_REQUEST");
        assertProblem(api.get("/v1/accounts/" + account + "/statement?limit=ten", token), 400, "INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/accounts/%00/balance",
                "/v1/accounts/a%0Ab/balance",
                "/v1/accounts/%ED%A0%80/balance",
                "/v1/accounts/%F0%9F%98%80/balance",
                "/v1/accounts/a%2Fb/balance",
                "/v1/accounts/a;b/balance",
                "/v1/accounts/..%2f/balance",
                "/v1/markets?eventId=%00",
                "/v1/markets?cursor=%00",
                "/v1/bets?accountId=a%00",
            })
    void anIdThatIsNoIdIsA400InAPathToo(String path) {
        assertProblem(api.get(path, api.token(account, "bets wallet ops")), 400, "INVALID_REQUEST");
    }

    /** What the cursors of each list carry that are none of its own. */
    static Stream<Arguments> cursors() {
        List<String> lists = List.of("markets", "bets", "statement", "rates");
        List<String> keys =
                List.of("", "\0", "m-1\0", "\ud83d\ude00", " ", "a b", "x".repeat(65), "99999999999999999999");
        Stream<Arguments> tampered = lists.stream()
                .flatMap(list -> keys.stream()
                        .filter(key -> !(list.equals("markets") && key.startsWith("9")))
                        .map(key -> Arguments.of(list, encoded(list + " " + key))));
        Stream<Arguments> garbage = lists.stream()
                .flatMap(list -> Stream.of("%00", "!", "AAAA", "_w", "", "x".repeat(513), encoded(list))
                        .map(cursor -> Arguments.of(list, cursor)));
        Stream<Arguments> ofAnother = lists.stream()
                .flatMap(list -> Stream.of("markets m-1", "bets " + new UUID(1, 1), "statement 7", "rates GBP/EUR")
                        .filter(key -> !key.startsWith(list + " "))
                        .map(key -> Arguments.of(list, encoded(key))));
        return Stream.of(tampered, garbage, ofAnother).flatMap(cursors -> cursors);
    }

    private static String encoded(String cursor) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cursor.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("cursors")
    void aCursorThatTheListDidNotGiveOutIs400(String list, String cursor) {
        String path = switch (list) {
            case "markets" -> "/v1/markets?cursor=";
            case "rates" -> "/v1/rates?cursor=";
            case "bets" -> "/v1/bets?accountId=" + account + "&cursor=";
            default -> "/v1/accounts/" + account + "/statement?cursor=";
        };
        HttpResponse<String> reply = api.get(path + cursor, api.token(account, "bets wallet ops"));
        assertProblem(reply, 400, "INVALID_REQUEST");
        assertThat(JSON.readTree(reply.body()).at("/errors/0/pointer").stringValue())
                .isEqualTo("?cursor");
    }

    /** Sent as bytes: a client's own library would refuse to send them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/markets?limit=%ZZ",
                "/v1/bets?accountId=a&%00=1",
                "/v1/bets?accountId=a&limit=%ZZ",
                "/v1/markets/%ZZ"
            })
    void aQueryThatCannotBeReadIs400(String target) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), api.url("/").getPort())) {
            socket.setSoTimeout(10_000);
            String request =
                    "GET " + target + " HTTP/1.1\r\nHost: matchnight\r\nConnection: close\r\nAuthorization: Bearer "
                            + api.token(account, "bets ops") + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(reply).startsWith("HTTP/1.1 400").contains("INVALID_REQUEST");
        }
    }

    @Test
    void aTimeThatAnOffsetCarriesPastTheYear9999Is400() {
        HttpResponse<String> reply = api.put("/v1/accounts/" + account + "/state", api.token("desk", "wallet"), """
                {"state": "SUSPENDED", "until": "9999-12-31T23:59:59-18:00", "reason": "far away"}
                """);
        assertProblem(reply, 400, "INVALID_REQUEST");
    }

    /** Should a check of ours ever let something through, it is still the client's mistake. */
    @Test
    void aValueThatTheDatabaseRefusesIs400() throws SQLException {
        catalogue.execute("""
                CREATE FUNCTION refuse_the_value() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NEW.account_id = 'a-unstorable' THEN
                        RAISE EXCEPTION 'out of order' USING ERRCODE = '22021';
                    END IF;
                    RETURN NEW;
                END
                $$
                """);
        catalogue.execute("CREATE TRIGGER refuse_the_value BEFORE INSERT ON account FOR EACH ROW "
                + "EXECUTE FUNCTION refuse_the_value()");
        HttpResponse<String> refused = api.post(
                "/v1/accounts",
                api.token("cashier", "wallet"),
                "{\"accountId\": \"a-unstorable\", \"currency\": \"GBP\"}");
        catalogue.execute("DROP FUNCTION refuse_the_value CASCADE");
        assertProblem(refused, 400, "INVALID_REQUEST");
        assertThat(refused.body()).doesNotContain("out of order");
    }

    @Test
    void anIdOf10000CharactersIsA4xxInAPathToo() {
        String token = api.token(account, "wallet ops");
        assertProblem(api.get("/v1/accounts/" + "a".repeat(10_000) + "/balance", token), 400, "INVALID_REQUEST");
        assertProblem(api.get("/v1/bets/" + "a".repeat(10_000), token), 404, "NOT_FOUND");
    }

    /** What the client library would not send. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /v1/markets HTTP/1.1\r\n\r\n",
                "GET /v1/markets HTTP/1.1 x\r\nHost: x\r\n\r\n",
                "GET /v1/mar<kets HTTP/1.1\r\nHost: x\r\n\r\n",
                "NONSENSE\r\n\r\n",
                "POST /v1/bets HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            })
    void requestsThatAreNoHttpAre400(String request) throws IOException {
        String reply = raw(request);
        assertThat(reply).startsWith("HTTP/1.1 400").contains("application/problem+json", "\"INVALID_REQUEST\"");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), api.url("/").getPort())) {
            socket.setSoTimeout(5_000);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            byte[] start = new byte[4_096];
            int read = in.readNBytes(start, 0, 12);
            read += Math.max(0, in.read(start, read, start.length - read));
            return new String(start, 0, read, StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void otherCallsReadAsStrictly() throws SQLException {
        String token = api.token("desk", "wallet trading");
        Map<String, String> bodies = Map.of(
                "{\"currency\":\"GBP\",\"limit\":1}", "/limit",
                "{\"accountId\":7,\"currency\":\"GBP\"}", "/accountId",
                "{\"currency\":\"XAU\"}", "/currency",
                "{}", "/currency");
        long before = catalogue.count("SELECT count(*) FROM account");
        bodies.forEach((body, pointer) -> {
            HttpResponse<String> reply = api.post("/v1/accounts", token, body);
            assertProblem(reply, 400, "INVALID_REQUEST");
            assertThat(JSON.readTree(reply.body()).at("/errors/0/pointer").stringValue())
                    .isEqualTo(pointer);
        });
        assertThat(catalogue.count("SELECT count(*) FROM account")).isEqualTo(before);
    }
}
