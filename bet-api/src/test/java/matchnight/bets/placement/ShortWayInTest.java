package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** A client cannot tell by its answer which way a bet came in: the short one, or through the whole chain. */
class ShortWayInTest {

    private static final String ACCOUNT = "short-way-account";
    private static final String STRANGER = "short-way-stranger";

    private static Side shortWay;
    private static Side wholeChain;

    /** One service with an account and a market of its own. */
    record Side(RunningBetApi api, String market) {

        static Side start(boolean shortWayIn) throws SQLException {
            RunningBetApi api = RunningBetApi.startedWith("--matchnight.placement.short-way-in=" + shortWayIn);
            Catalogue catalogue = new Catalogue(api.database());
            String market = catalogue.market("GBP", 1_000_000);
            catalogue.execute("INSERT INTO account (account_id, currency, available) VALUES (?, 'GBP', 100)", STRANGER);
            catalogue.execute("INSERT INTO account (account_id, currency, available) VALUES (?, 'GBP', 100)", ACCOUNT);
            return new Side(api, market);
        }

        HttpResponse<String> send(Call call) {
            return api.send(call.request(this));
        }
    }

    @BeforeAll
    static void start() throws SQLException {
        shortWay = Side.start(true);
        wholeChain = Side.start(false);
    }

    @AfterAll
    static void stop() {
        shortWay.api().close();
        wholeChain.api().close();
    }

    enum Call {
        NO_TOKEN("bets", "application/json", "key-1", "1.00") {
            @Override
            String authorization(Side side) {
                return "";
            }
        },
        A_TOKEN_THAT_IS_NONE("bets", "application/json", "key-2", "1.00") {
            @Override
            String authorization(Side side) {
                return "Bearer no.such.token";
            }
        },
        ANOTHER_SCHEME("bets", "application/json", "key-3", "1.00") {
            @Override
            String authorization(Side side) {
                return "Basic YTpi";
            }
        },
        WITHOUT_THE_SCOPE("wallet trading", "application/json", "key-4", "1.00"),
        A_SCOPE_WITH_A_LONGER_NAME("bets-read mybets", "application/json", "key-4", "1.00"),
        FOR_SOMEBODY_ELSE("bets", "application/json", "key-5", "1.00") {
            @Override
            String subject() {
                return STRANGER;
            }
        },
        NO_KEY("bets", "application/json", "", "1.00"),
        A_KEY_WITH_A_SPACE("bets", "application/json", "no key", "1.00"),
        NOT_SAID_TO_BE_JSON("bets", "text/plain", "key-6", "1.00"),
        IN_ANOTHER_CHARSET("bets", "application/json;charset=utf-16", "key-7", "1.00"),
        TOO_MANY_DIGITS("bets", "application/json", "key-8", "1.001"),
        A_STAKE_THAT_IS_NONE("bets", "application/json", "key-9", "-1"),
        TOO_MUCH_FOR_THE_BALANCE("bets", "application/json", "key-10", "1.01"),
        TWO_TOKENS("bets", "application/json", "key-15", "1.00") {
            @Override
            HttpRequest request(Side side) {
                return HttpRequest.newBuilder(super.request(side), (name, value) -> true)
                        .header("Authorization", authorization(side))
                        .build();
            }
        },
        A_TOKEN_WITH_SOMETHING_BEHIND_IT("bets", "application/json", "key-16", "1.00") {
            @Override
            String authorization(Side side) {
                return super.authorization(side) + "!!!";
            }
        },
        NO_BODY("bets", "application/json", "key-11", "1.00") {
            @Override
            String body(Side side) {
                return "";
            }
        },
        NO_JSON("bets", "application/json", "key-12", "1.00") {
            @Override
            String body(Side side) {
                return "{\"accountId\": ";
            }
        },
        NULL("bets", "application/json", "key-13", "1.00") {
            @Override
            String body(Side side) {
                return "null";
            }
        },
        TOO_LARGE("bets", "application/json", "key-14", "1.00") {
            @Override
            String body(Side side) {
                return " ".repeat(70_000) + super.body(side);
            }
        };

        private final String scopes;
        private final String contentType;
        private final String key;
        private final String stake;

        Call(String scopes, String contentType, String key, String stake) {
            this.scopes = scopes;
            this.contentType = contentType;
            this.key = key;
            this.stake = stake;
        }

        String subject() {
            return ACCOUNT;
        }

        String authorization(Side side) {
            return "Bearer " + side.api().token(subject(), scopes);
        }

        String body(Side side) {
            return """
                    {"accountId": "%s", "type": "SINGLE", "stake": "%s", "currency": "GBP",
                     "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                    """.formatted(ACCOUNT, stake, side.market());
        }

        HttpRequest request(Side side) {
            HttpRequest.Builder request = HttpRequest.newBuilder(side.api().url("/v1/bets"))
                    .header("Content-Type", contentType)
                    .POST(BodyPublishers.ofString(body(side)));
            if (!authorization(side).isEmpty()) {
                request.header("Authorization", authorization(side));
            }
            if (!key.isEmpty()) {
                request.header("Idempotency-Key", key);
            }
            return request.build();
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersAreTheSame(Call call) {
        HttpResponse<String> direct = shortWay.send(call);
        HttpResponse<String> whole = wholeChain.send(call);
        assertThat(direct.statusCode()).isEqualTo(whole.statusCode()).isBetween(400, 499);
        assertThat(direct.body()).isEqualTo(whole.body());
        assertThat(headers(direct)).isEqualTo(headers(whole));
    }

    /** Not a comparison of two ways in if both were one. */
    @Test
    void aBetInOrderTakesTheShortWayWhereThereIsOneAndItsAnswersAreOfOneForm() {
        HttpResponse<String> direct = bet(shortWay, "in-order");
        HttpResponse<String> whole = bet(wholeChain, "in-order");
        assertThat(shortWay.api().metric("placement_short_way_total")).isEqualTo(1);
        assertThat(wholeChain.api().metric("placement_short_way_total")).isZero();
        assertSameForm(direct, whole, 201);
        HttpResponse<String> directAgain = bet(shortWay, "in-order");
        HttpResponse<String> wholeAgain = bet(wholeChain, "in-order");
        assertThat(directAgain.body()).isEqualTo(direct.body());
        assertThat(wholeAgain.body()).isEqualTo(whole.body());
        assertSameForm(directAgain, wholeAgain, 201);
        assertThat(directAgain.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(shortWay.api().metric("placement_short_way_total")).isEqualTo(2);
    }

    private static HttpResponse<String> bet(Side side, String key) {
        return side.api()
                .post("/v1/bets", side.api().token(STRANGER, "bets ops"), key, """
                {"accountId": "%s", "type": "SINGLE", "stake": "1.00", "currency": "GBP",
                 "legs": [{"marketId": "%s", "selectionId": "H", "price": "2.50"}]}
                """.formatted(STRANGER, side.market()));
    }

    private static void assertSameForm(HttpResponse<String> direct, HttpResponse<String> whole, int status) {
        assertThat(direct.statusCode()).isEqualTo(status);
        assertThat(whole.statusCode()).isEqualTo(status);
        assertThat(headers(direct).keySet()).isEqualTo(headers(whole).keySet());
        assertThat(names(direct)).isEqualTo(names(whole));
    }

    private static List<String> names(HttpResponse<String> reply) {
        return List.copyOf(JsonMapper.shared().readTree(reply.body()).propertyNames());
    }

    private static Map<String, List<String>> headers(HttpResponse<String> reply) {
        Map<String, List<String>> headers = new TreeMap<>(reply.headers().map());
        headers.remove("date");
        // Beside no-store, which both say, nothing is left for these to add.
        headers.remove("pragma");
        headers.remove("expires");
        return headers;
    }
}
