package matchnight.bets.openapi;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import matchnight.bets.bet.BetState;
import matchnight.bets.json.AmountText;
import matchnight.bets.market.MarketStatus;
import matchnight.bets.market.OpenOrSuspended;
import matchnight.bets.market.PaysOn;
import matchnight.bets.page.Page;
import matchnight.bets.placement.PriceChange;
import matchnight.bets.problem.ProblemCode;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.bet.BetType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The kept description, the served one and the code say the same. */
class OpenApiTest {

    private static final Path KEPT = Path.of("../docs/openapi-bet-api.yaml");

    private static RunningBetApi api;
    private static JsonNode document;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        document = JsonMapper.shared().readTree(open("/v3/api-docs").body());
    }

    private static HttpResponse<String> open(String path) {
        return api.send(HttpRequest.newBuilder(api.url(path)).build());
    }

    @Test
    void servesWhatIsKept() throws IOException {
        HttpResponse<String> yaml = open("/v3/api-docs.yaml");
        assertThat(yaml.body()).isEqualTo(Files.readString(KEPT));
        assertThat(yaml.headers().firstValue("Content-Type")).contains("application/yaml");
        assertThat(open("/v3/api-docs").headers().firstValue("Content-Type")).contains("application/json");
        assertThat(document.path("openapi").stringValue()).startsWith("3.1.");
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        for (JsonNode reference : document.findValues("$ref")) {
            assertThat(document.at(reference.stringValue().substring(1)).isMissingNode())
                    .as(reference.stringValue())
                    .isFalse();
        }
    }

    /** One handler of the code. */
    record Call(String method, String path, HandlerMethod handler) {

        JsonNode operation() {
            return document.path("paths").path(path).path(method);
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    static Stream<Call> calls() {
        List<Call> calls = new ArrayList<>();
        Map<RequestMappingInfo, HandlerMethod> handlers = RunningBetApi.shared()
                .bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods();
        handlers.forEach((mapping, handler) -> mapping.getPatternValues().stream()
                .filter(path -> path.startsWith("/v1/"))
                .forEach(path -> mapping.getMethodsCondition()
                        .getMethods()
                        .forEach(
                                method -> calls.add(new Call(method.name().toLowerCase(Locale.ROOT), path, handler)))));
        return calls.stream();
    }

    @Test
    void describesEveryCallAndNoOther() {
        Set<String> described = new TreeSet<>();
        document.path("paths")
                .forEachEntry((path, operations) ->
                        operations.propertyNames().forEach(method -> described.add(method + " " + path)));
        assertThat(described).isEqualTo(calls().map(Call::toString).collect(toCollection(TreeSet::new)));
    }

    @ParameterizedTest
    @MethodSource("calls")
    void describesTheParametersOfACall(Call call) {
        Set<String> described = new TreeSet<>();
        for (JsonNode parameter : call.operation().path("parameters")) {
            JsonNode resolved = resolved(parameter);
            described.add(resolved.path("in").stringValue() + " "
                    + resolved.path("name").stringValue());
        }
        Set<String> inCode = new TreeSet<>();
        // Two handlers may share a path, told apart by a parameter.
        calls().filter(other -> other.toString().equals(call.toString())).forEach(other -> {
            for (MethodParameter parameter : other.handler().getMethodParameters()) {
                parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
                nameInCode(parameter, inCode);
            }
        });
        assertThat(described).isEqualTo(inCode);
    }

    private static void nameInCode(MethodParameter parameter, Set<String> inCode) {
        if (parameter.hasParameterAnnotation(PathVariable.class)) {
            inCode.add("path " + parameter.getParameterName());
        }
        if (parameter.hasParameterAnnotation(RequestParam.class)) {
            inCode.add("query " + parameter.getParameterName());
        }
        RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
        if (header != null) {
            // All headers at once are asked for the key alone.
            inCode.add("header " + (header.name().isEmpty() ? "Idempotency-Key" : header.name()));
        }
    }

    @ParameterizedTest
    @MethodSource("calls")
    void describesTheBodyOfACall(Call call) {
        for (MethodParameter parameter : call.handler().getMethodParameters()) {
            if (parameter.hasParameterAnnotation(RequestBody.class)) {
                JsonNode schema = call.operation().at("/requestBody/content/application~1json/schema");
                assertDescribed(parameter.getGenericParameterType(), schema, true);
                return;
            }
        }
        assertThat(call.operation().has("requestBody")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("calls")
    void describesTheAnswersOfACall(Call call) {
        JsonNode responses = call.operation().path("responses");
        assertThat(responses.propertyNames()).contains("400", "401", "403", "500", "503");
        Type answer = call.handler().getMethod().getGenericReturnType();
        if (answer instanceof ParameterizedType entity && entity.getRawType() == ResponseEntity.class) {
            answer = entity.getActualTypeArguments()[0];
        }
        if (answer == byte[].class) {
            return;
        }
        for (String status : List.of("200", "201")) {
            if (responses.has(status)) {
                assertDescribed(answer, responses.path(status).at("/content/application~1json/schema"), false);
            }
        }
    }

    /** Compares a record with its schema: the members, which are required, and the records inside. */
    private static void assertDescribed(Type type, JsonNode schema, boolean isRequest) {
        JsonNode resolved = resolved(schema);
        Class<?> raw = type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
        if (List.class.isAssignableFrom(raw)) {
            assertDescribed(onlyArgument(type), resolved.path("items"), isRequest);
            return;
        }
        if (!raw.isRecord() || !raw.getName().startsWith("matchnight.bets.") || raw == AmountText.class) {
            return;
        }
        Set<String> required = new TreeSet<>();
        List<String> members = new ArrayList<>();
        for (RecordComponent component : raw.getRecordComponents()) {
            members.add(component.getName());
            boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            // A page says "no next cursor" by a null that is there.
            if (!nullable || raw == Page.class) {
                required.add(component.getName());
            }
            Type memberType = raw == Page.class && component.getName().equals("items")
                    ? new ListOf(onlyArgument(type))
                    : component.getGenericType();
            JsonNode member = resolved.path("properties").path(component.getName());
            assertDescribed(memberType, member, isRequest);
        }
        assertThat(resolved.path("properties").propertyNames())
                .as(raw.getName())
                .containsExactlyInAnyOrderElementsOf(members);
        assertThat(texts(resolved.path("required"))).as(raw.getName()).isEqualTo(required);
        if (isRequest) {
            assertThat(resolved.path("additionalProperties").booleanValue())
                    .as(raw.getName())
                    .isFalse();
        }
    }

    private static Type onlyArgument(Type type) {
        return ((ParameterizedType) type).getActualTypeArguments()[0];
    }

    private record ListOf(Type item) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return new Type[] {item};
        }

        @Override
        public Type getRawType() {
            return List.class;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    private static JsonNode resolved(JsonNode node) {
        JsonNode reference = node.path("$ref");
        return reference.isString()
                ? resolved(document.at(reference.stringValue().substring(1)))
                : node;
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(item -> texts.add(item.stringValue()));
        return texts;
    }

    static Stream<Arguments> enums() {
        return Stream.of(
                Arguments.of("ProblemCode", ProblemCode.values()),
                Arguments.of("BetType", BetType.values()),
                Arguments.of("BetState", BetState.values()),
                Arguments.of("PriceChange", PriceChange.values()),
                Arguments.of("AccountState", AccountState.values()),
                Arguments.of("MarketStatus", MarketStatus.values()),
                Arguments.of("OpenOrSuspended", OpenOrSuspended.values()),
                Arguments.of("PaysOn", PaysOn.values()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("enums")
    void namesTheValuesOfAnEnum(String schema, Enum<?>[] values) {
        assertThat(texts(
                        document.path("components").path("schemas").path(schema).path("enum")))
                .isEqualTo(Arrays.stream(values).map(Enum::name).collect(toCollection(TreeSet::new)));
    }

    @Test
    void namesEveryCodeWithTheStatusThatItIsAnsweredWith() {
        for (ProblemCode code : ProblemCode.values()) {
            if (code == ProblemCode.METHOD_NOT_ALLOWED || code == ProblemCode.NOT_ACCEPTABLE) {
                continue;
            }
            JsonNode refusing = calls().map(
                            call -> call.operation().path("responses").path(Integer.toString(code.status())))
                    .filter(response ->
                            resolved(response).path("description").asString().contains("`" + code + "`"))
                    .findFirst()
                    .orElse(document.path("nothing"));
            assertThat(refusing.isMissingNode()).as(code.name()).isFalse();
        }
    }

    @Test
    void describesTheAnswersThatAreWrittenMemberByMember() throws SQLException {
        var catalogue = new Catalogue(api.database());
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", 1_000_000);
        String token = api.token(account, "bets wallet");
        JsonNode accepted = json(api.post("/v1/bets", token, RunningBetApi.newKey(), """
                {"accountId": "%s", "type": "SINGLE", "stake": 1, "currency": "GBP", "context": {"brand": "b"},
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": 2.5}]}
                """.formatted(account, market)));
        assertMembers(accepted.path("balance"), "Balance");
        assertMembers(accepted.at("/legs/0"), "BetLeg");
        assertMembers(accepted.path("context"), "BetContext");
        assertMembers(json(api.get("/v1/bets/" + accepted.path("betId").stringValue(), token)), "Bet");
        assertMembers(json(api.get("/v1/bets?accountId=" + account, token)), "BetPage");
        JsonNode transfer = json(api.post(
                "/v1/accounts/" + account + "/deposits",
                token,
                RunningBetApi.newKey(),
                "{\"amount\": 1, \"currency\": \"GBP\"}"));
        assertMembers(transfer, "Transfer");
        assertMembers(json(api.get("/v1/accounts/" + account + "/balance", token)), "Balance");
        assertMembers(json(api.get("/v1/accounts/" + account + "/balance?asOf=never", token)), "Problem");
    }

    private static JsonNode json(HttpResponse<String> reply) {
        return JsonMapper.shared().readTree(reply.body());
    }

    private static void assertMembers(JsonNode object, String schemaName) {
        JsonNode schema = document.path("components").path("schemas").path(schemaName);
        assertThat(object.propertyNames()).as(schemaName).containsAll(texts(schema.path("required")));
        assertThat(schema.path("properties").propertyNames()).as(schemaName).containsAll(object.propertyNames());
    }
}
