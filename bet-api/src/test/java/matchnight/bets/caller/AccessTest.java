package matchnight.bets.caller;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.stack.TokenIssuer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call what, and for whose account. */
class AccessTest {

    private static final List<String> SCOPES = TokenIssuer.SCOPES;

    private static RunningBetApi api;
    private static String own;
    private static String other;
    private static String market;

    @BeforeAll
    static void start() throws SQLException {
        api = RunningBetApi.shared();
        var catalogue = new Catalogue(api.database());
        own = catalogue.account("GBP", 1_000);
        other = catalogue.account("GBP", 1_000);
        market = catalogue.market("GBP", 1_000_000);
        catalogue.execute("""
                INSERT INTO currency_rate (from_currency, to_currency, rate, updated_by)
                VALUES ('GBP', 'EUR', 1.17, 'desk')
                ON CONFLICT (from_currency, to_currency) DO NOTHING
                """);
    }

    /** One call and the scopes that open it. OWN and OTHER stand for accounts, MARKET for a market. */
    static Stream<Arguments> calls() {
        return Stream.of(
                Arguments.of("POST", "/v1/accounts", "wallet"),
                Arguments.of("PUT", "/v1/accounts/OWN/state", "wallet"),
                Arguments.of("PUT", "/v1/accounts/OTHER/state", "wallet"),
                Arguments.of("POST", "/v1/accounts/OWN/deposits", "wallet"),
                Arguments.of("POST", "/v1/accounts/OTHER/withdrawals", "wallet"),
                Arguments.of("GET", "/v1/accounts/OWN", "bets wallet ops"),
                Arguments.of("GET", "/v1/accounts/OTHER", "wallet ops"),
                Arguments.of("GET", "/v1/accounts/OWN/balance", "bets wallet ops"),
                Arguments.of("GET", "/v1/accounts/OTHER/balance", "wallet ops"),
                Arguments.of("HEAD", "/v1/accounts/OTHER/balance", "wallet ops"),
                Arguments.of("GET", "/v1/accounts/OWN/statement", "bets wallet ops"),
                Arguments.of("GET", "/v1/accounts/OTHER/statement", "wallet ops"),
                Arguments.of("PUT", "/v1/markets/MARKET", "trading"),
                Arguments.of("PATCH", "/v1/markets/MARKET/prices", "trading"),
                Arguments.of("POST", "/v1/markets/MARKET/open", "trading"),
                Arguments.of("POST", "/v1/markets/MARKET/suspend", "trading"),
                Arguments.of("POST", "/v1/markets/MARKET/close", "trading"),
                Arguments.of("POST", "/v1/events/e-MARKET/open", "trading"),
                Arguments.of("POST", "/v1/events/e-MARKET/suspend", "trading"),
                Arguments.of("GET", "/v1/markets", "bets wallet trading results ops"),
                Arguments.of("GET", "/v1/markets/MARKET", "bets wallet trading results ops"),
                Arguments.of("PUT", "/v1/rates/GBP/EUR", "trading"),
                Arguments.of("GET", "/v1/rates", "bets wallet trading results ops"),
                Arguments.of("GET", "/v1/rates/GBP/EUR", "bets wallet trading results ops"),
                Arguments.of("POST", "/v1/bets", "bets"),
                Arguments.of("GET", "/v1/bets?accountId=OWN", "bets ops"),
                Arguments.of("GET", "/v1/bets?accountId=OTHER", "ops"),
                Arguments.of("HEAD", "/v1/bets?accountId=OTHER", "ops"),
                Arguments.of("GET", "/v1/bets?accountId=OTHER&idempotencyKey=k", "ops"),
                Arguments.of("GET", "/v1/bets/00000000-0000-7000-8000-000000000000", "bets ops"));
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("calls")
    void onlyTheScopesOfTheContractOpenACall(String method, String path, String scopes) {
        Set<String> opening = Set.of(scopes.split(" "));
        assertThat(status(method, path, null)).isEqualTo(401);
        boolean openToAnyToken = opening.size() == SCOPES.size();
        assertThat(status(method, path, api.token(own, "other"))).isEqualTo(openToAnyToken ? 200 : 403);
        List<String> wrong = new ArrayList<>();
        for (String scope : SCOPES) {
            boolean refused = status(method, path, api.token(own, scope)) == 403;
            if (refused == opening.contains(scope)) {
                wrong.add(scope);
            }
        }
        assertThat(wrong).as("scopes with another answer than the contract's").isEmpty();
    }

    private static int status(String method, String path, @Nullable String token) {
        String named = path.replace("OWN", own).replace("OTHER", other).replace("MARKET", market);
        HttpRequest.Builder request = HttpRequest.newBuilder(api.url(named)).header("Content-Type", "application/json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        // No call gets further than its input: this is about who may send it.
        boolean sends = method.startsWith("P");
        return api.send(request.method(method, sends ? BodyPublishers.ofString("{}") : BodyPublishers.noBody())
                        .build())
                .statusCode();
    }

    @Test
    void somebodyElsesBetIsPlacedByNobody() {
        HttpResponse<String> reply =
                api.post("/v1/bets", api.token(own, "bets"), RunningBetApi.newKey(), """
                {"accountId": "%s", "type": "SINGLE", "stake": "1.00", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(other, market));
        assertThat(reply.statusCode()).isEqualTo(403);
        assertThat(reply.body()).contains("\"FORBIDDEN\"");
    }

    @Test
    void aRefusalDoesNotTellWhoExists() {
        String token = api.token(own, "bets");
        String known = api.get("/v1/accounts/" + other + "/balance", token).body();
        String unknown = api.get("/v1/accounts/nobody/balance", token).body();
        assertThat(known).isEqualTo(unknown).contains("\"FORBIDDEN\"");
    }

    static Stream<Arguments> badTokens() throws Exception {
        Instant now = Instant.now();
        var claims = new JWTClaimsSet.Builder()
                .subject("a")
                .claim("scope", "bets wallet trading results ops")
                .expirationTime(Date.from(now.plusSeconds(600)))
                .build();
        var symmetric = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        symmetric.sign(new MACSigner(new byte[64]));
        String good = api().token("a", "bets");
        return Stream.of(
                Arguments.of("nonsense", "nonsense"),
                Arguments.of("empty parts", ".."),
                Arguments.of("unsigned", new PlainJWT(claims).serialize()),
                Arguments.of("signed with a secret", symmetric.serialize()),
                Arguments.of("signed by somebody else", TokenIssuer.temporary().issue("a", "bets")),
                Arguments.of("another payload under the signature", tampered(good)),
                Arguments.of("10,000 characters", "a".repeat(10_000)));
    }

    private static RunningBetApi api() {
        return RunningBetApi.shared();
    }

    private static String tampered(String token) {
        List<String> parts = List.of(token.split("\\.", -1));
        String payload = java.util.Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"sub\":\"b\",\"scope\":\"ops\",\"exp\":9999999999}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return parts.get(0) + "." + payload + "." + parts.get(2);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badTokens")
    void aTokenThatIsNotOursIs401(String name, String token) {
        HttpResponse<String> reply = api.get("/v1/markets", token);
        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(reply.headers().firstValue("WWW-Authenticate")).contains("Bearer error=\"invalid_token\"");
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.body()).contains("\"UNAUTHENTICATED\"", "\"same-key\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic YTpi", "Bearer", "Bearer ", "bearer", "Token x"})
    void anotherSchemeIs401(String authorization) {
        HttpRequest request = HttpRequest.newBuilder(api.url("/v1/markets"))
                .header("Authorization", authorization)
                .build();
        HttpResponse<String> reply = api.send(request);
        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(reply.body()).contains("\"UNAUTHENTICATED\"");
    }

    @Test
    void aTokenEndsEvenWhileItIsRemembered() throws InterruptedException {
        // The verifier allows a minute between clocks, so the token is past its end already and has 2 s left of that.
        Instant end = Instant.now().minusSeconds(58);
        String token = api.tokens().issue(own, end.minusSeconds(600), Duration.ofMinutes(10), "bets");
        assertThat(api.get("/v1/markets", token).statusCode()).isEqualTo(200);
        Thread.sleep(3_000);
        assertThat(api.get("/v1/markets", token).statusCode()).isEqualTo(401);
    }

    @Test
    void healthMetricsAndTheDescriptionNeedNoToken() {
        for (String path : List.of(
                "/actuator/health/liveness",
                "/actuator/health/readiness",
                "/actuator/prometheus",
                "/v3/api-docs",
                "/v3/api-docs.yaml")) {
            HttpRequest request = HttpRequest.newBuilder(api.url(path)).build();
            assertThat(api.send(request).statusCode()).as(path).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/env", "/actuator/heapdump", "/actuator/loggers", "/actuator/beans"})
    void nothingElseOfTheActuatorIsServed(String path) {
        assertThat(api.get(path, api.token("a", "ops")).statusCode()).isEqualTo(404);
    }
}
