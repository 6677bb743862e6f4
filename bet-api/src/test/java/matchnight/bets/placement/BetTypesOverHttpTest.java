package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import matchnight.bets.Catalogue;
import matchnight.bets.RunningBetApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Multiples, each-way and other currencies as clients of {@code POST /v1/bets} see them. */
class BetTypesOverHttpTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long AMPLE = 1_000_000_000_000L;

    private static RunningBetApi api;
    private static Catalogue catalogue;

    @BeforeAll
    static void start() {
        api = RunningBetApi.shared();
        catalogue = new Catalogue(api.database());
    }

    /** Markets of events of their own: H at 2.50 and A at 11/4, to win only. */
    private static List<String> markets(int count, String currency, long limit) throws SQLException {
        List<String> markets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            markets.add(catalogue.market(currency, limit));
        }
        return markets;
    }

    private static void offerEachWay(List<String> markets, String fraction) throws SQLException {
        for (String market : markets) {
            catalogue.execute(
                    "UPDATE selection SET each_way_fraction = ?, each_way_places = 3 WHERE market_id = ?",
                    fraction,
                    market);
        }
    }

    private static String leg(String market, String more) {
        return "{\"marketId\": \"%s\", \"selectionId\": \"H\", \"price\": \"2.50\"%s}".formatted(market, more);
    }

    private static String body(String account, String type, String stake, String currency, List<String> legs) {
        return """
                {"accountId": "%s", "type": "%s", "stake": "%s", "currency": "%s", "legs": [%s]}
                """.formatted(account, type, stake, currency, String.join(", ", legs));
    }

    private static List<String> legs(List<String> markets, String more) {
        return markets.stream().map(market -> leg(market, more)).toList();
    }

    private static HttpResponse<String> place(String account, String body) {
        return place(account, UUID.randomUUID().toString(), body);
    }

    private static HttpResponse<String> place(String account, String key, String body) {
        return api.post("/v1/bets", api.token(account, "bets"), key, body);
    }

    private static JsonNode accepted(HttpResponse<String> reply) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
        return JSON.readTree(reply.body());
    }

    private static JsonNode problem(HttpResponse<String> reply, int status, String code) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
        JsonNode problem = JSON.readTree(reply.body());
        assertThat(problem.path("code").stringValue()).isEqualTo(code);
        return problem;
    }

    private static String text(JsonNode node, String pointer) {
        return node.at(pointer).stringValue();
    }

    private static long exposure(String market) throws SQLException {
        return catalogue.count(
                "SELECT coalesce(sum(liability), 0)::bigint FROM market_exposure WHERE market_id = ? AND selection_id = 'H'",
                market);
    }

    /**
     * Every leg returns 5/2 a unit. The products of all combinations of n legs add up to (1 + 5/2) to the power of n,
     * less 1; without the singles to 5n/2 less. Each line with a leg wins 3/2 of its unit on it.
     */
    @ParameterizedTest
    @CsvSource({
        // type, legs, lines, stake, unit stake, possible returns, liability of each leg
        "SINGLE,       1,   1,  10.00, 10.00,      25.00,  1500",
        "ACCUMULATOR,  2,   1,  10.00, 10.00,      62.50,  1500",
        "ACCUMULATOR,  5,   1,  10.00, 10.00,     976.56,  1500",
        "TRIXIE,       3,   4,  10.00,  2.50,      85.94,  1125",
        "PATENT,       3,   7,   7.00,  1.00,      41.88,   600",
        "YANKEE,       4,  11,  11.00,  1.00,     139.06,  1050",
        "LUCKY15,      4,  15,  15.00,  1.00,     149.06,  1200",
        "CANADIAN,     5,  26,  26.00,  1.00,     511.72,  2250",
        "LUCKY31,      5,  31,   3.10,  0.10,      52.42,   240",
        "HEINZ,        6,  57,  57.00,  1.00,    1822.27,  4650",
        "LUCKY63,      6,  63,  63.00,  1.00,    1837.27,  4800",
        "SUPER_HEINZ,  7, 120, 120.00,  1.00,    6415.43,  9450",
        "GOLIATH,      8, 247, 247.00,  1.00,   22497.75, 19050",
    })
    void everyTypeIsPlacedWithItsLinesItsUnitStakeAndItsReturns(
            String type, int legs, int lines, String stake, String unitStake, String possibleReturns, long liability)
            throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(legs, "GBP", AMPLE);
        JsonNode bet = accepted(place(account, body(account, type, stake, "GBP", legs(markets, ""))));
        assertThat(text(bet, "/type")).isEqualTo(type);
        assertThat(bet.at("/lines").intValue()).isEqualTo(lines);
        assertThat(text(bet, "/stake")).isEqualTo(stake);
        assertThat(text(bet, "/unitStake")).isEqualTo(unitStake);
        assertThat(text(bet, "/possibleReturns")).isEqualTo(possibleReturns);
        assertThat(bet.at("/legs").size()).isEqualTo(legs);
        for (int leg = 0; leg < legs; leg++) {
            assertThat(text(bet, "/legs/" + leg + "/marketId")).isEqualTo(markets.get(leg));
            assertThat(text(bet, "/legs/" + leg + "/eventId")).isEqualTo("e-" + markets.get(leg));
            assertThat(exposure(markets.get(leg))).isEqualTo(liability);
        }
        String found = api.get("/v1/bets/" + text(bet, "/betId"), api.token(account, "bets"))
                .body();
        assertThat(JSON.readTree(found).at("/legs")).isEqualTo(bet.at("/legs"));
    }

    @Test
    void twentyLegsStandInOneAccumulator() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(20, "GBP", AMPLE);
        JsonNode bet = accepted(place(account, body(account, "ACCUMULATOR", "0.10", "GBP", legs(markets, ""))));
        assertThat(text(bet, "/possibleReturns")).as("0.10 x 2.5^20").isEqualTo("9094947.02");
    }

    /** 1.00 on each of the 15 win lines and 15 place lines; a place at a quarter of 3/2 returns 11/8. */
    @Test
    void anEachWayLineCostsTwoStakesAndItsTermsAreKept() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(4, "GBP", AMPLE);
        offerEachWay(markets, "1/4");
        JsonNode bet =
                accepted(place(account, body(account, "LUCKY15", "30", "GBP", legs(markets, ", \"eachWay\": true"))));
        assertThat(bet.at("/lines").intValue()).isEqualTo(30);
        assertThat(text(bet, "/unitStake")).isEqualTo("1.00");
        assertThat(text(bet, "/possibleReturns")).as("3.5^4 - 1 + 2.375^4 - 1").isEqualTo("179.88");
        assertThat(text(bet, "/legs/3/eachWay/fraction")).isEqualTo("1/4");
        assertThat(bet.at("/legs/3/eachWay/places").intValue()).isEqualTo(3);
        assertThat(text(bet, "/balance/reserved")).isEqualTo("30.00");
        assertThat(exposure(markets.getFirst()))
                .as("8 lines, paid twice, x 1.5")
                .isEqualTo(2_400);
        assertThat(catalogue.count(
                        "SELECT count(*) FROM bet_leg WHERE account_id = ? AND each_way_fraction = '1/4' AND each_way_places = 3",
                        account))
                .isEqualTo(4);
    }

    @Test
    void eachWayIsOnlyForSelectionsThatOfferIt() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(2, "GBP", AMPLE);
        offerEachWay(markets.subList(0, 1), "1/5");
        String key = UUID.randomUUID().toString();
        String body = body(account, "ACCUMULATOR", "1.00", "GBP", legs(markets, ", \"eachWay\": true"));
        JsonNode refused = problem(place(account, key, body), 422, "EACH_WAY_NOT_OFFERED");
        assertThat(refused.path("legs").toString()).isEqualTo("[1]");
        offerEachWay(markets, "1/5");
        assertThat(place(account, key, body).headers().firstValue("Idempotent-Replayed"))
                .as("it stands under its key like every refusal")
                .contains("true");
        JsonNode single = accepted(place(
                account, body(account, "SINGLE", "0.20", "GBP", legs(markets.subList(0, 1), ", \"eachWay\": true"))));
        assertThat(single.at("/lines").intValue()).isEqualTo(2);
        assertThat(text(single, "/possibleReturns")).as("0.10 x (2.5 + 1.3)").isEqualTo("0.38");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // type; currency; legs; each-way; stake; nearest
                "TRIXIE; GBP; 3; false; 10.01; [\"10.00\",\"10.04\"]",
                "TRIXIE; GBP; 3; true; 10.04; [\"10.00\",\"10.08\"]",
                "TRIXIE; GBP; 3; false; 0.03; [\"0.04\"]",
                "PATENT; JPY; 3; false; 100; [\"98\",\"105\"]",
                "GOLIATH; KWD; 8; false; 1; [\"0.988\",\"1.235\"]",
                "SINGLE; GBP; 1; true; 0.01; [\"0.02\"]",
                "ACCUMULATOR; JPY; 20; true; 9999999999999; [\"9999999999998\"]",
            })
    void aStakeThatDoesNotSplitIsToldTheNearestThatDo(
            String type, String currency, int legs, boolean eachWay, String stake, String nearest) throws SQLException {
        String account = catalogue.account(currency, 1_000_000);
        List<String> markets = new ArrayList<>();
        for (int i = 0; i < legs; i++) {
            markets.add("no-market-" + i);
        }
        String key = UUID.randomUUID().toString();
        JsonNode problem = problem(
                place(account, key, body(account, type, stake, currency, legs(markets, ", \"eachWay\": " + eachWay))),
                400,
                "STAKE_DOES_NOT_SPLIT");
        assertThat(problem.path("nearestStakes").toString()).isEqualTo(nearest);
        assertThat(text(problem, "/errors/0/pointer")).isEqualTo("/stake");
        assertThat(catalogue.count("SELECT count(*) FROM idempotency WHERE idempotency_key = ?", key))
                .isZero();
        for (JsonNode split : problem.path("nearestStakes")) {
            problem(
                    place(
                            account,
                            body(
                                    account,
                                    type,
                                    split.stringValue(),
                                    currency,
                                    legs(markets, ", \"eachWay\": " + eachWay))),
                    422,
                    "UNKNOWN_MARKET");
        }
    }

    @Test
    void legsThatShareAnEventAreNamedTogether() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(5, "GBP", AMPLE);
        for (int other : List.of(2, 4)) {
            catalogue.execute(
                    "UPDATE market SET event_id = ? WHERE market_id = ?", "e-" + markets.get(1), markets.get(other));
        }
        JsonNode refused = problem(
                place(account, body(account, "CANADIAN", "26.00", "GBP", legs(markets, ""))), 422, "CORRELATED_LEGS");
        assertThat(refused.path("legs").toString()).isEqualTo("[1,2,4]");
        assertThat(text(refused, "/retry")).isEqualTo("never");
        List<String> twice = List.of(markets.getFirst(), markets.getFirst());
        JsonNode same = problem(
                place(account, body(account, "ACCUMULATOR", "1.00", "GBP", legs(twice, ""))), 422, "CORRELATED_LEGS");
        assertThat(same.path("legs").toString()).isEqualTo("[0,1]");
    }

    @Test
    void aMultipleIsAnsweredAgainByteForByte() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(3, "GBP", AMPLE);
        offerEachWay(markets, "1/5");
        String key = UUID.randomUUID().toString();
        String body = body(account, "PATENT", "14.00", "GBP", legs(markets, ", \"eachWay\": true"));
        HttpResponse<String> first = place(account, key, body);
        accepted(first);
        offerEachWay(markets, "1/3");
        catalogue.execute("UPDATE selection SET price = '9.00' WHERE market_id = ?", markets.getFirst());
        HttpResponse<String> retry = place(account, key, body.replace("14.00", "14"));
        assertThat(retry.statusCode()).isEqualTo(201);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(retry.headers().firstValue("Idempotent-Replayed")).contains("true");
        problem(
                place(account, key, body.replace("\"eachWay\": true", "\"eachWay\": false")),
                422,
                "IDEMPOTENCY_KEY_REUSED");
        assertThat(catalogue.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isEqualTo(1);
    }

    @Test
    void eachLegIsGivenItsPriceByThePolicyAndShowsTheOneAsked() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(2, "GBP", AMPLE);
        record Case(String policy, String asked, boolean taken) {}
        for (Case given : List.of(
                new Case("NONE", "2.50", true),
                new Case("NONE", "2.40", false),
                new Case("HIGHER", "2.40", true),
                new Case("HIGHER", "2.60", false),
                new Case("ANY", "2.60", true))) {
            String second = leg(markets.get(1), "").replace("2.50", given.asked());
            String body = body(account, "ACCUMULATOR", "10.00", "GBP", List.of(leg(markets.getFirst(), ""), second))
                    .replace("\"legs\"", "\"priceChange\": \"" + given.policy() + "\", \"legs\"");
            HttpResponse<String> reply = place(account, body);
            if (given.taken()) {
                JsonNode bet = accepted(reply);
                assertThat(text(bet, "/legs/1/priceAsked")).isEqualTo(given.asked());
                assertThat(text(bet, "/legs/1/price")).isEqualTo("2.50");
                assertThat(text(bet, "/possibleReturns")).isEqualTo("62.50");
            } else {
                JsonNode refused = problem(reply, 422, "PRICE_CHANGED");
                assertThat(refused.path("legs").toString()).isEqualTo("[1]");
                assertThat(text(refused, "/currentPrice")).isEqualTo("2.50");
            }
        }
    }

    /** A closed leg is named, and none of the others takes any room. */
    @Test
    void oneClosedLegRefusesTheBetAndNothingIsTaken() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(3, "GBP", AMPLE);
        catalogue.execute("UPDATE market SET status = 'SUSPENDED' WHERE market_id = ?", markets.get(2));
        JsonNode refused = problem(
                place(account, body(account, "TRIXIE", "4.00", "GBP", legs(markets, ""))), 422, "MARKET_NOT_OPEN");
        assertThat(refused.path("legs").toString()).isEqualTo("[2]");
        for (String market : markets) {
            assertThat(exposure(market)).isZero();
        }
    }

    /** Every leg's limit counts; the stake that the refusal names is taken, and then there is none left. */
    @Test
    void theTightestLegsLimitDecidesAndTheStakeNamedIsTaken() throws SQLException {
        String account = catalogue.account("GBP", 100_000_000);
        List<String> markets = markets(3, "GBP", AMPLE);
        catalogue.execute("UPDATE market SET liability_limit = 1000 WHERE market_id = ?", markets.get(1));
        JsonNode refused = problem(
                place(account, body(account, "TRIXIE", "40.00", "GBP", legs(markets, ""))), 422, "LIABILITY_LIMIT");
        assertThat(text(refused, "/maxStake")).as("3 lines x 1.5 x 2.22 = 9.99").isEqualTo("8.88");
        assertThat(refused.path("legs").toString()).isEqualTo("[1]");
        problem(place(account, body(account, "TRIXIE", "8.92", "GBP", legs(markets, ""))), 422, "LIABILITY_LIMIT");
        accepted(place(account, body(account, "TRIXIE", "8.88", "GBP", legs(markets, ""))));
        assertThat(exposure(markets.get(0))).isEqualTo(999);
        assertThat(exposure(markets.get(1))).isEqualTo(999);
        JsonNode full = problem(
                place(account, body(account, "TRIXIE", "0.12", "GBP", legs(markets, ""))), 422, "LIABILITY_LIMIT");
        assertThat(text(full, "/maxStake")).isEqualTo("0.00");
        assertThat(full.path("legs").toString()).isEqualTo("[1]");
    }

    @Test
    void everyLegThatLacksRoomIsNamed() throws SQLException {
        String account = catalogue.account("GBP", 100_000_000);
        List<String> markets = markets(3, "GBP", 100);
        catalogue.execute(
                "UPDATE market SET liability_limit = ?::bigint WHERE market_id = ?",
                Long.toString(AMPLE),
                markets.getFirst());
        JsonNode refused = problem(
                place(account, body(account, "TRIXIE", "40.00", "GBP", legs(markets, ""))), 422, "LIABILITY_LIMIT");
        assertThat(refused.path("legs").toString()).isEqualTo("[1,2]");
    }

    /** Refusals of this kind once named no legs: a client that tries again under such a key gets what it got. */
    @Test
    void aRefusalStoredWithoutItsLegsIsToldAgainAsItWas() throws SQLException {
        String account = catalogue.account("GBP", 100_000_000);
        String body = body(account, "SINGLE", "40.00", "GBP", legs(markets(1, "GBP", 1000), ""));
        String key = UUID.randomUUID().toString();
        String first = place(account, key, body).body();
        assertThat(first).contains("\"legs\":[0]").contains("\"maxStake\":\"6.66\"");
        assertThat(place(account, key, body).body()).isEqualTo(first);
        catalogue.execute(
                "UPDATE idempotency SET detail = detail - 'legs' WHERE account_id = ? AND idempotency_key = ?",
                account,
                key);
        HttpResponse<String> again = place(account, key, body);
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(again.body()).isEqualTo(first.replace(",\"legs\":[0]", "").replace("\"legs\":[0],", ""));
    }

    @Test
    void whatAnAccountPaysForIsReservedOnceWhateverTheLines() throws SQLException {
        String account = catalogue.account("GBP", 1_099);
        List<String> markets = markets(4, "GBP", AMPLE);
        problem(place(account, body(account, "YANKEE", "11.00", "GBP", legs(markets, ""))), 422, "INSUFFICIENT_FUNDS");
        accepted(place(account, body(account, "YANKEE", "10.89", "GBP", legs(markets, ""))));
        assertThat(catalogue.count("SELECT available FROM account WHERE account_id = ?", account))
                .isEqualTo(10);
    }

    /** A yen bettor on markets that count in pounds and in dinars: each by its own rate, and each kept with its leg. */
    @Test
    void aBetInAnotherCurrencyNeedsARateForEveryMarket() throws SQLException {
        String account = catalogue.account("JPY", 1_000_000);
        List<String> markets =
                List.of(catalogue.market("JPY", AMPLE), catalogue.market("GBP", AMPLE), catalogue.market("KWD", AMPLE));
        String body = body(account, "TRIXIE", "4000", "JPY", legs(markets, ""));
        String trader = api.token("trader-1", "trading");
        assertThat(problem(place(account, body), 422, "CURRENCY_MISMATCH")
                        .path("legs")
                        .toString())
                .isEqualTo("[1]");
        assertThat(api.put("/v1/rates/JPY/GBP", trader, "{\"rate\": \"0.0052\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(problem(place(account, body), 422, "CURRENCY_MISMATCH")
                        .path("legs")
                        .toString())
                .isEqualTo("[2]");
        assertThat(api.put("/v1/rates/JPY/KWD", trader, "{\"rate\": 0.00201}").statusCode())
                .isEqualTo(201);
        JsonNode bet = accepted(place(account, body));
        assertThat(text(bet, "/unitStake")).isEqualTo("1000");
        assertThat(text(bet, "/possibleReturns")).as("1000 x 34.375").isEqualTo("34375");
        assertThat(exposure(markets.get(0))).as("3 lines x 1.5 x 1000 yen").isEqualTo(4_500);
        assertThat(exposure(markets.get(1))).as("4500 x 0.0052 = 23.40 pounds").isEqualTo(2_340);
        assertThat(exposure(markets.get(2))).as("4500 x 0.00201 = 9.045 dinars").isEqualTo(9_045);
        assertThat(catalogue.count("""
                        SELECT count(*) FROM bet_leg
                         WHERE account_id = ?
                           AND limit_currency = CASE leg_number WHEN 1 THEN 'JPY' WHEN 2 THEN 'GBP' ELSE 'KWD' END
                           AND limit_rate IS NOT DISTINCT FROM
                               CASE leg_number WHEN 2 THEN 0.0052 WHEN 3 THEN 0.00201 END
                        """, account)).isEqualTo(3);

        api.put("/v1/rates/JPY/GBP", trader, "{\"rate\": \"0.006\"}");
        assertThat(exposure(markets.get(1)))
                .as("bets that stand are not judged again")
                .isEqualTo(2_340);
        String single = body(account, "SINGLE", "10", "JPY", legs(markets.subList(1, 2), ""));
        JsonNode low = problem(place(account, single), 422, "STAKE_TOO_LOW");
        assertThat(text(low, "/maxStake")).as("10,000.00 pounds / 0.006").isEqualTo("1666666");
        problem(place(account, single.replace("\"10\"", "\"16\"")), 422, "STAKE_TOO_LOW");
        accepted(place(account, single.replace("\"10\"", "\"17\"")));
        JsonNode high = problem(place(account, single.replace("\"10\"", "\"1666667\"")), 422, "STAKE_TOO_HIGH");
        assertThat(text(high, "/maxStake")).isEqualTo("1666666");
    }

    /** Whatever the prices, the answer is a refusal that can be understood, and no 5xx. */
    @Test
    void twentyLegsAtTheHighestPriceAreAStakeTooHigh() throws SQLException {
        String account = catalogue.account("GBP", 1_000_000);
        List<String> markets = markets(20, "GBP", AMPLE);
        for (String market : markets) {
            catalogue.execute("UPDATE selection SET price = '999999' WHERE market_id = ?", market);
        }
        String body = body(
                account,
                "ACCUMULATOR",
                "1.00",
                "GBP",
                legs(markets, "").stream()
                        .map(leg -> leg.replace("2.50", "999999"))
                        .collect(Collectors.toList()));
        JsonNode refused = problem(place(account, body), 422, "STAKE_TOO_HIGH");
        assertThat(text(refused, "/maxStake")).isEqualTo("0.00");
        catalogue.execute("UPDATE market SET max_returns = 100000000 WHERE market_id = ?", markets.get(3));
        JsonNode capped = accepted(place(account, body.replace("1.00", "0.10")));
        assertThat(text(capped, "/possibleReturns")).isEqualTo("1000000.00");
    }

    /** What a client got the number of legs or each-way wrong about, and where. */
    @ParameterizedTest
    @CsvSource({
        "SINGLE, 2, /legs", "SINGLE, 0, /legs", "ACCUMULATOR, 1, /legs", "ACCUMULATOR, 21, /legs", "TRIXIE, 2, /legs",
        "TRIXIE, 4, /legs", "PATENT, 2, /legs", "YANKEE, 3, /legs", "LUCKY15, 5, /legs", "CANADIAN, 4, /legs",
        "LUCKY31, 6, /legs", "HEINZ, 5, /legs", "LUCKY63, 7, /legs", "SUPER_HEINZ, 8, /legs", "GOLIATH, 9, /legs",
    })
    void aWrongNumberOfLegsIsA400AtTheLegs(String type, int legs, String pointer) throws SQLException {
        String account = catalogue.account("GBP", 1_000);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < legs; i++) {
            ids.add("m-" + i);
        }
        JsonNode problem =
                problem(place(account, body(account, type, "1.00", "GBP", legs(ids, ""))), 400, "INVALID_REQUEST");
        assertThat(text(problem, "/errors/0/pointer")).isEqualTo(pointer);
        assertThat(problem.path("errors").size()).isEqualTo(1);
    }

    @Test
    void eachWayOnSomeLegsOnlyIsA400AtTheLegsThatDiffer() throws SQLException {
        String account = catalogue.account("GBP", 1_000);
        List<String> mixed = List.of(leg("a", ", \"eachWay\": true"), leg("b", ""), leg("c", ", \"eachWay\": false"));
        JsonNode problem =
                problem(place(account, body(account, "TRIXIE", "8.00", "GBP", mixed)), 400, "INVALID_REQUEST");
        assertThat(text(problem, "/errors/0/pointer")).isEqualTo("/legs/1/eachWay");
        assertThat(text(problem, "/errors/1/pointer")).isEqualTo("/legs/2/eachWay");
    }
}
