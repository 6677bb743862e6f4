package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.Submission;
import matchnight.bench.product.BetRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two hundred bettors with random stakes fill a limit of 1,000.00 through one bet-api and through two: nobody passes it, and
 * somebody uses it to the last unit.
 */
class LiabilityLimitIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final long LIMIT = 1_000_00;
    private static final int BETTORS = 200;
    private static final int ROUNDS = 2;
    private static final int SELECTIONS = 3;
    private static final List<String> PRICES =
            List.of("1.01", "1.5", "1.9", "2.37", "11/4", "3.3333", "10/3", "7/2", "15", "101");

    // At which a bet of the moving selection cannot fill it alone.
    private static final List<String> MOVING_PRICES = PRICES.subList(0, 8);

    private static final long SEED = Seed.printed(LiabilityLimitIT.class);

    @SuppressWarnings("NullAway.Init")
    private static RunningProduct running;

    @SuppressWarnings("NullAway.Init")
    private static BetApiInstance second;

    @SuppressWarnings("NullAway.Init")
    private static List<String> accounts;

    private static final AtomicLong KEYS = new AtomicLong();

    @BeforeAll
    static void start() {
        running = RunningProduct.shared();
        second = running.startAnotherBetApi();
        accounts = running.openAccounts("liable", BETTORS, Money.parse("10000000", GBP));
    }

    @AfterAll
    static void stop() {
        if (second != null) {
            second.close();
        }
    }

    @ParameterizedTest(name = "through {0} instances")
    @ValueSource(ints = {1, 2})
    void theLimitIsNeverPassedAndUsedToTheLastUnit(int instanceCount) throws Exception {
        List<BetApiInstance> instances = List.of(running.instance(), second).subList(0, instanceCount);
        Random random = new Random(SEED + instanceCount);
        for (int round = 1; round <= ROUNDS; round++) {
            String marketId = "limit-%d-%d".formatted(instanceCount, round);
            Map<String, String> prices = putUp(marketId, random);
            try (ExposureWatch watch = ExposureWatch.of(running.database, marketId, LIMIT)) {
                bet(instances, prices, marketId, random.nextLong(), Ends.AFTER_ONE_BET);
                prices.forEach((selection, price) -> ofThatMuchAndNoMore(instances, marketId, selection, price));
                Storm storm = bet(instances, prices, marketId, random.nextLong(), Ends.WHEN_ALL_IS_FULL);
                watch.stop();
                assertThat(watch.breaches()).isEmpty();
                assertThat(watch.looks()).as("looks at the exposure").isGreaterThan(10);
                System.out.printf(
                        "%s: %s, %d accepted, %d refused, filled to %s of %d, %d looks meanwhile%n",
                        marketId,
                        prices,
                        storm.accepted(),
                        storm.refused(),
                        filled(prices, marketId),
                        LIMIT,
                        watch.looks());
            }
            prices.forEach((selection, price) -> isFull(instances, marketId, selection, price));
        }
        assertThat(running.broken()).isEmpty();
    }

    /** All on one selection whose price moves meanwhile: what a bet is counted at is the price that it was given. */
    @ParameterizedTest(name = "through {0} instances")
    @ValueSource(ints = {1, 2})
    void theLimitHoldsWhileThePriceMoves(int instanceCount) throws Exception {
        List<BetApiInstance> instances = List.of(running.instance(), second).subList(0, instanceCount);
        Random random = new Random(SEED - instanceCount);
        String marketId = "moving-" + instanceCount;
        running.putUpMarket(marketId, marketId + "~event", GBP, "1000.00", "0.01", Map.of("M", "2.50"));
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicLong feedVersion = new AtomicLong();
        try (ExposureWatch watch = ExposureWatch.of(running.database, marketId, LIMIT);
                ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> mover = crowd.submit(() -> {
                while (!isOver.get()) {
                    movePrice(instances.getLast(), marketId, feedVersion, anyOf(MOVING_PRICES, random));
                    LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                }
            });
            List<Future<?>> bettors = new ArrayList<>();
            for (int number = 0; number < BETTORS; number++) {
                String account = accounts.get(number);
                Random own = new Random(SEED + number);
                bettors.add(crowd.submit(() -> betAtAnyPrice(instances, marketId, account, own)));
            }
            for (Future<?> bettor : bettors) {
                bettor.get();
            }
            isOver.set(true);
            mover.get();
            watch.stop();
            assertThat(watch.breaches()).isEmpty();
        }
        movePrice(instances.getFirst(), marketId, feedVersion, "1.01");
        List<StoredLegs.StoredLeg> legs = StoredLegs.of(running.database, marketId);
        assertThat(legs)
                .allSatisfy(leg -> assertThat(leg.liability())
                        .as(leg.toString())
                        .isEqualTo(ExactPrice.of(leg.price()).liability(leg.stake())));
        assertThat(legs.stream().map(StoredLegs.StoredLeg::price).distinct())
                .as("prices that bets were given")
                .hasSizeGreaterThan(1);
        fillsToTheLastUnit(instances, marketId, "M", "1.01");
        System.out.printf(
                "%s: %d bets at %d moves of the price, filled to %d of %d%n",
                marketId, legs.size(), feedVersion.get(), taken(marketId, "M"), LIMIT);
        assertThat(running.broken()).isEmpty();
    }

    private static String anyOf(List<String> prices, Random random) {
        return prices.get(random.nextInt(prices.size()));
    }

    private static void movePrice(BetApiInstance instance, String marketId, AtomicLong feedVersion, String price) {
        instance.trading.movePrices(marketId, feedVersion.incrementAndGet(), Map.of("M", Price.of(price)));
    }

    private static void betAtAnyPrice(List<BetApiInstance> instances, String marketId, String account, Random random) {
        for (int bet = 0; bet < 4; bet++) {
            BetApiInstance instance = instances.get(random.nextInt(instances.size()));
            long stake = random.nextLong(1, LIMIT / 400);
            Reply reply = place(instance, account, marketId, "M", "2.50", stake, "ANY");
            if (!reply.isAccepted() && reply.maxStake() > 0) {
                place(instance, account, marketId, "M", "2.50", reply.maxStake(), "ANY");
            }
        }
    }

    /** One unit more than fits is refused, what fits is accepted, and then nothing is any more. */
    private static void fillsToTheLastUnit(
            List<BetApiInstance> instances, String marketId, String selection, String price) {
        long fits = fits(marketId, selection, price);
        String account = accounts.getFirst();
        Reply tooMuch = place(instances.getLast(), account, marketId, selection, price, fits + 1);
        assertThat(tooMuch.maxStake()).as(tooMuch.toString()).isEqualTo(fits);
        if (fits > 0) {
            Reply allOfIt = place(instances.getFirst(), account, marketId, selection, price, fits);
            assertThat(allOfIt.isAccepted()).as(allOfIt.toString()).isTrue();
        }
        isFull(instances, marketId, selection, price);
    }

    private static Map<String, String> putUp(String marketId, Random random) {
        Map<String, String> prices = new TreeMap<>();
        for (int selection = 1; selection <= SELECTIONS; selection++) {
            prices.put("S" + selection, anyOf(PRICES, random));
        }
        running.putUpMarket(marketId, marketId + "~event", GBP, "1000.00", "0.01", prices);
        return prices;
    }

    private enum Ends {
        AFTER_ONE_BET,
        WHEN_ALL_IS_FULL
    }

    private record Storm(long accepted, long refused) {}

    private Storm bet(List<BetApiInstance> instances, Map<String, String> prices, String marketId, long seed, Ends ends)
            throws Exception {
        List<Future<Storm>> bettors = new ArrayList<>();
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < BETTORS; number++) {
                Bettor bettor =
                        new Bettor(instances, prices, marketId, accounts.get(number), new Random(seed + number), ends);
                bettors.add(crowd.submit(bettor::bet));
            }
        }
        long accepted = 0;
        long refused = 0;
        for (Future<Storm> bettor : bettors) {
            accepted += bettor.get().accepted();
            refused += bettor.get().refused();
        }
        return new Storm(accepted, refused);
    }

    /** Bets on whatever is not full yet; what was refused is tried again with the stake that the refusal named. */
    private static final class Bettor {

        private final List<BetApiInstance> instances;
        private final Map<String, String> prices;
        private final String marketId;
        private final String account;
        private final Random random;
        private final Ends ends;
        private final List<String> notKnownToBeFull;
        private long accepted;
        private long refused;

        Bettor(
                List<BetApiInstance> instances,
                Map<String, String> prices,
                String marketId,
                String account,
                Random random,
                Ends ends) {
            this.instances = instances;
            this.prices = prices;
            this.marketId = marketId;
            this.account = account;
            this.random = random;
            this.ends = ends;
            this.notKnownToBeFull = new ArrayList<>(prices.keySet());
        }

        Storm bet() {
            do {
                String selection = notKnownToBeFull.get(random.nextInt(notKnownToBeFull.size()));
                betOn(selection, randomStake(price(selection)));
            } while (ends == Ends.WHEN_ALL_IS_FULL && !notKnownToBeFull.isEmpty());
            return new Storm(accepted, refused);
        }

        private String price(String selection) {
            return prices.getOrDefault(selection, "");
        }

        // Whatever the price, a bet takes up to a hundredth of the limit; the first ones up to a four-hundredth, so
        // that
        // all of them together leave room.
        private long randomStake(String price) {
            long most = ends == Ends.AFTER_ONE_BET ? LIMIT / 400 : LIMIT / 100;
            return Math.max(1, ExactPrice.of(price).largestStake(random.nextLong(1, most)));
        }

        private void betOn(String selection, long firstStake) {
            BetApiInstance instance = instances.get(random.nextInt(instances.size()));
            long stake = firstStake;
            Reply reply = place(instance, account, marketId, selection, price(selection), stake);
            while (!reply.isAccepted()) {
                refused++;
                long most = reply.maxStake();
                assertThat(most)
                        .as(
                                "refused a stake of %d on %s of %s and named this as the largest",
                                stake, selection, marketId)
                        .isBetween(0L, stake - 1);
                if (most == 0) {
                    notKnownToBeFull.remove(selection);
                    return;
                }
                stake = most;
                reply = place(instance, account, marketId, selection, price(selection), stake);
            }
            accepted++;
        }
    }

    /** While there is room: one unit more than fits is refused, and the refusal names what fits. */
    private static void ofThatMuchAndNoMore(
            List<BetApiInstance> instances, String marketId, String selection, String price) {
        long fits = fits(marketId, selection, price);
        assertThat(fits).as("room for a bet on %s of %s", selection, marketId).isPositive();
        for (BetApiInstance instance : instances) {
            Reply tooMuch = place(instance, accounts.getFirst(), marketId, selection, price, fits + 1);
            assertThat(tooMuch.isAccepted()).as(tooMuch.toString()).isFalse();
            assertThat(tooMuch.maxStake()).as(tooMuch.toString()).isEqualTo(fits);
        }
        long half = fits / 2;
        if (half > 0) {
            assertThat(place(instances.getLast(), accounts.getFirst(), marketId, selection, price, half)
                            .isAccepted())
                    .isTrue();
        }
        long left = fits(marketId, selection, price);
        if (selection.equals("S1") && left > 0) {
            Reply allOfIt = place(instances.getFirst(), accounts.getFirst(), marketId, selection, price, left);
            assertThat(allOfIt.isAccepted()).as(allOfIt.toString()).isTrue();
        }
    }

    /** At the end nothing fits any more, by the product's word and by independent arithmetic. */
    private static void isFull(List<BetApiInstance> instances, String marketId, String selection, String price) {
        assertThat(taken(marketId, selection)).isLessThanOrEqualTo(LIMIT);
        assertThat(fits(marketId, selection, price))
                .as("the largest stake that still fits on %s at %s of %s", selection, price, marketId)
                .isZero();
        for (BetApiInstance instance : instances) {
            Reply one = place(instance, accounts.getFirst(), marketId, selection, price, 1);
            assertThat(one.isAccepted()).as(one.toString()).isFalse();
            assertThat(one.maxStake()).as(one.toString()).isZero();
        }
    }

    private static long fits(String marketId, String selection, String price) {
        return ExactPrice.of(price).largestStake(LIMIT - taken(marketId, selection));
    }

    /** The liability of the stored bets, each computed anew from its stake and price. */
    private static long taken(String marketId, String selection) {
        return StoredLegs.of(running.database, marketId).stream()
                .filter(leg -> leg.selectionId().equals(selection))
                .mapToLong(leg -> ExactPrice.of(leg.price()).liability(leg.stake()))
                .sum();
    }

    private static Map<String, Long> filled(Map<String, String> prices, String marketId) {
        Map<String, Long> filled = new TreeMap<>();
        prices.keySet().forEach(selection -> filled.put(selection, taken(marketId, selection)));
        return filled;
    }

    /**
     * What a bettor was told.
     *
     * @param maxStake of a refusal for the limit, in minor units; -1 of anything else
     */
    private record Reply(int status, String code, long maxStake, String body) {

        boolean isAccepted() {
            return status == 201;
        }
    }

    private static Reply place(
            BetApiInstance instance, String account, String marketId, String selection, String price, long stake) {
        return place(instance, account, marketId, selection, price, stake, "NONE");
    }

    private static Reply place(
            BetApiInstance instance,
            String account,
            String marketId,
            String selection,
            String price,
            long stake,
            String priceChange) {
        String key = "liable-" + KEYS.incrementAndGet();
        Submission submission = instance.submit(
                new BetRequest(account, key, marketId, selection, price, new Money(stake, GBP), priceChange));
        HttpAnswer answer = submission.answer();
        assertThat(submission.isFinal())
                .as("%s of %s was answered", key, account)
                .isTrue();
        return reply(answer);
    }

    private static Reply reply(@Nullable HttpAnswer answer) {
        assertThat(answer).isNotNull();
        if (answer == null) {
            throw new AssertionError();
        }
        boolean isForTheLimit = answer.status() == 422 && answer.problemCode().equals("LIABILITY_LIMIT");
        assertThat(answer.status() == 201 || isForTheLimit).as(answer.body()).isTrue();
        long maxStake = isForTheLimit
                ? Money.parse(answer.json().path("maxStake").asString(), GBP).minorUnits()
                : -1;
        return new Reply(answer.status(), isForTheLimit ? "LIABILITY_LIMIT" : "ACCEPTED", maxStake, answer.body());
    }
}
