package matchnight.bench.endtoend;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import matchnight.bench.product.BetRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rational;
import matchnight.ledger.proof.ProveBet;
import matchnight.ledger.proof.ProvenBet;
import matchnight.ledger.proof.RecordedBet;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The published cases through the services: markets put up and bets placed over HTTP, results over Kafka, and what
 * {@code GET /v1/bets/{betId}} answers in the end. Every bet that is settled here is proven too.
 */
class PublishedCasesIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(3);

    /** What 10.01 at 1.95 returns: of a quarter line each half of the stake is a bet of its own. */
    private static final Map<String, String> RETURNS_OF_GRADE =
            Map.of("won", "19.52", "half_won", "14.76", "void", "10.01", "half_lost", "5.01", "lost", "0.00");

    private static RunningProduct running;
    private static ServiceCalls calls;

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        calls = new ServiceCalls(running.product);
    }

    @AfterAll
    static void stop() {
        calls.close();
        assertThat(running.broken()).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> everyPublishedCaseIsPaidAndProven() throws Exception {
        List<PublishedCase> cases = StreamSupport.stream(
                        read("settlement-cases.json").get("cases").spliterator(), false)
                .map(PublishedCase::new)
                .toList();
        assertThat(cases).hasSize(116);
        String account = running.openAccounts("published-cases", 1, Money.parse("1000000", GBP))
                .getFirst();
        forEachLeg(cases, (published, leg) -> calls.putUpMarket(published.marketId(leg), published.market(leg)));
        Map<String, List<String>> bets = new ConcurrentHashMap<>();
        doForAll(cases, published -> bets.put(published.id(), placeAll(account, published)));
        forEachLeg(cases, (published, leg) -> calls.publish(published.marketId(leg), published.result(leg)));
        awaitSettled(account);
        return cases.stream()
                .map(published -> DynamicTest.dynamicTest(
                        published.id(), () -> isPaidAndProven(published, requireNonNull(bets.get(published.id())))));
    }

    private static List<String> placeAll(String account, PublishedCase published) {
        List<String> placed = new ArrayList<>();
        for (List<Integer> legs : published.bets()) {
            placed.add(calls.place(account, published.id() + "~" + placed.size(), published.bet(account, legs)));
        }
        return placed;
    }

    private static void isPaidAndProven(PublishedCase published, List<String> betIds) {
        Rational exact = Rational.ZERO;
        Money returns = Money.zero(GBP);
        for (String betId : betIds) {
            JsonNode bet = proven(betId);
            exact = exact.plus(
                    Rational.parse(bet.at("/settlements/0/proof/exact").stringValue()));
            returns = returns.plus(Money.parse(bet.path("returns").stringValue(), GBP));
        }
        assertThat(exact).isEqualTo(Rational.parse(published.exactReturns()));
        assertThat(returns.toDecimalString()).isEqualTo(published.returns());
    }

    @TestFactory
    Stream<DynamicTest> everyPublishedHandicapGradeIsPaidAndProven() throws Exception {
        List<JsonNode> grades = StreamSupport.stream(
                        read("asian-handicap-grades.json").spliterator(), false)
                .toList();
        assertThat(grades).hasSize(387);
        String account =
                running.openAccounts("handicaps", 1, Money.parse("10000", GBP)).getFirst();
        List<Integer> numbers = IntStream.range(0, grades.size()).boxed().toList();
        doForAll(numbers, number -> {
            String market = "handicap~" + number;
            running.putUpMarket(market, market + "~event", GBP, Map.of("S", "1.95"));
            return market;
        });
        Map<Integer, String> bets = new ConcurrentHashMap<>();
        doForAll(numbers, number -> bets.put(number, placeSingle(account, "handicap~" + number)));
        doForAll(numbers, number -> {
            String result = grades.get(number).get("grade").stringValue().toUpperCase(Locale.ROOT);
            publish("handicap~" + number, result);
            return result;
        });
        awaitSettled(account);
        return numbers.stream().map(number -> {
            JsonNode row = grades.get(number);
            String grade = row.get("grade").stringValue();
            return DynamicTest.dynamicTest(row.toString(), () -> {
                JsonNode bet = proven(requireNonNull(bets.get(number)));
                assertThat(bet.path("returns").stringValue()).isEqualTo(RETURNS_OF_GRADE.get(grade));
                assertThat(bet.path("state").stringValue()).isEqualTo(grade.equals("void") ? "VOIDED" : "SETTLED");
            });
        });
    }

    /** A refund is no loss: the bet is void, its stake is back, and nothing is debited or credited. */
    @Test
    void aVoidSingleIsVoidedAndItsStakeIsBack() {
        String account = running.openAccounts("void-single", 1, Money.parse("10.00", GBP))
                .getFirst();
        running.putUpMarket("void-single", GBP);
        String betId = placeSingle(account, "void-single", "H", "2.50");

        running.results.publish(RunningProduct.result("void-single", 1, Map.of("H", "VOID", "A", "VOID")));
        awaitSettled(account);

        JsonNode bet = proven(betId);
        assertThat(bet.path("state").stringValue()).isEqualTo("VOIDED");
        assertThat(bet.path("returns").stringValue()).isEqualTo("10.00");
        assertThat(running.wallet.available(account)).isEqualTo(Money.parse("10.00", GBP));
        assertThat(entriesThatMoveStakesAway(account)).isZero();
    }

    /** The void leg counts as 1: 10.00 at 2.50 and 2.50 is 62.50. */
    @Test
    void aTrebleWithOneVoidLegIsADouble() {
        assertThat(treble("one-void", "WON", "VOID", "WON").path("returns").stringValue())
                .isEqualTo("62.50");
        assertThat(running.wallet.available("one-void-1")).isEqualTo(Money.parse("62.50", GBP));
    }

    @Test
    void aTrebleOfVoidLegsIsVoidedAndItsStakeIsBack() {
        JsonNode bet = treble("all-void", "VOID", "VOID", "VOID");

        assertThat(bet.path("state").stringValue()).isEqualTo("VOIDED");
        assertThat(bet.path("returns").stringValue()).isEqualTo("10.00");
        assertThat(running.wallet.available("all-void-1")).isEqualTo(Money.parse("10.00", GBP));
        assertThat(entriesThatMoveStakesAway("all-void-1")).isZero();
    }

    @Test
    void aCorrectedAndAReopenedBetIsProvenAtEveryVersion() {
        String account =
                running.openAccounts("corrected", 1, Money.parse("10.00", GBP)).getFirst();
        running.putUpMarket("corrected", GBP);
        String betId = placeSingle(account, "corrected", "H", "2.50");
        running.results.publish(RunningProduct.result("corrected", 1, Map.of("H", "WON")));
        running.awaitApplied("corrected", 1, SETTLED_WITHIN);
        running.results.publish(RunningProduct.result("corrected", 2, Map.of("A", "WON")));
        running.awaitApplied("corrected", 2, SETTLED_WITHIN);
        running.results.publish(RunningProduct.result("corrected", 3, Map.of("H", "HALF_LOST", "A", "HALF_WON")));
        running.awaitApplied("corrected", 3, SETTLED_WITHIN);

        JsonNode bet = proven(betId);
        assertThat(bet.path("settlements").size()).isEqualTo(3);
        assertThat(bet.at("/settlements/1/proof/kind").stringValue()).isEqualTo("REOPENED");
        assertThat(bet.path("returns").stringValue()).isEqualTo("5.00");
    }

    /** The proof is worth something: one figure that is another, and the bet is not equal. */
    @Test
    void aFlippedFigureOfAStoredProofIsSeen() {
        String account =
                running.openAccounts("flipped", 1, Money.parse("10.00", GBP)).getFirst();
        running.putUpMarket("flipped", GBP);
        String betId = placeSingle(account, "flipped", "A", "11/4");
        running.results.publish(RunningProduct.result("flipped", 1, Map.of("A", "WON")));
        awaitSettled(account);

        String bet = calls.find(betId);
        assertThat(prove(bet).isEqual()).isTrue();
        assertThat(bet).contains("\"factor\": \"15/4\"");
        assertThat(prove(bet.replace("\"factor\": \"15/4\"", "\"factor\": \"16/4\""))
                        .isEqual())
                .isFalse();
    }

    private static JsonNode treble(String name, String... results) {
        String account =
                running.openAccounts(name, 1, Money.parse("10.00", GBP)).getFirst();
        var body = JsonNodeFactory.instance.objectNode();
        body.put("accountId", account)
                .put("type", "ACCUMULATOR")
                .put("stake", "10.00")
                .put("currency", "GBP");
        var legs = body.putArray("legs");
        for (int leg = 0; leg < results.length; leg++) {
            running.putUpMarket(name + "~" + leg, GBP);
            legs.addObject()
                    .put("marketId", name + "~" + leg)
                    .put("selectionId", "H")
                    .put("price", "2.50");
        }
        String betId = calls.place(account, "treble", body.toString());
        for (int leg = 0; leg < results.length; leg++) {
            running.results.publish(RunningProduct.result(name + "~" + leg, 1, Map.of("H", results[leg])));
        }
        awaitSettled(account);
        return proven(betId);
    }

    private static String placeSingle(String account, String market) {
        return place(account, market, "S", "1.95", Money.parse("10.01", GBP));
    }

    private static String placeSingle(String account, String market, String selection, String price) {
        return place(account, market, selection, price, Money.parse("10.00", GBP));
    }

    private static String place(String account, String market, String selection, String price, Money stake) {
        var outcome = running.betting.place(new BetRequest(account, market, market, selection, price, stake, "NONE"));
        assertThat(outcome.isAccepted()).as(outcome.toString()).isTrue();
        return String.valueOf(outcome.betId());
    }

    private static void publish(String market, String result) {
        calls.publish(
                market,
                PublishedCase.resultEvent(
                        market,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("selectionId", "S")
                                .put("result", result)));
    }

    private static JsonNode proven(String betId) {
        String bet = calls.find(betId);
        ProvenBet proven = prove(bet);
        assertThat(proven.settlements()).isNotEmpty();
        assertThat(proven.isEqual()).as(proven::toText).isTrue();
        return JsonMapper.shared().readTree(bet);
    }

    private static ProvenBet prove(String bet) {
        return ProveBet.prove(RecordedBet.read(bet));
    }

    private static long entriesThatMoveStakesAway(String account) {
        return running.count(
                "SELECT count(*) FROM ledger_entry WHERE account_id = ? AND kind IN ('STAKE_DEBITED', 'RETURNS_CREDITED')",
                account);
    }

    private static void awaitSettled(String account) {
        Awaitility.await()
                .atMost(SETTLED_WITHIN)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> running.count("""
                                SELECT count(*)
                                  FROM bet
                                 WHERE account_id = ?
                                   AND NOT EXISTS (SELECT FROM bet_settlement WHERE bet_settlement.bet_id = bet.bet_id)
                                """, account) == 0);
    }

    @FunctionalInterface
    private interface OnLeg {
        void accept(PublishedCase published, int leg);
    }

    private static void forEachLeg(List<PublishedCase> cases, OnLeg task)
            throws InterruptedException, ExecutionException {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (PublishedCase published : cases) {
            for (int number = 0; number < published.legs().size(); number++) {
                int leg = number;
                tasks.add(() -> {
                    task.accept(published, leg);
                    return true;
                });
            }
        }
        ServiceCalls.allOf(tasks);
    }

    private static <T> void doForAll(Collection<T> all, Function<T, ?> task)
            throws InterruptedException, ExecutionException {
        List<Callable<Object>> tasks = new ArrayList<>();
        for (T one : all) {
            tasks.add(() -> String.valueOf(task.apply(one)));
        }
        ServiceCalls.allOf(tasks);
    }

    private static JsonNode read(String name) throws Exception {
        Path file = find("shared/data/" + name);
        assumeTrue(file != null, name + " is not beside this project; its cases are skipped");
        return JsonMapper.shared().readTree(Files.readString(file));
    }

    private static @Nullable Path find(String relative) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(relative))) {
                return at.resolve(relative);
            }
        }
        return null;
    }
}
