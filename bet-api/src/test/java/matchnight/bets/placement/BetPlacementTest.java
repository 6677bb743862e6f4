package matchnight.bets.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import matchnight.bets.Catalogue;
import matchnight.bets.bet.BetContext;
import matchnight.bets.bet.BetView;
import matchnight.bets.bet.LegView;
import matchnight.bets.placement.PlaceBetOutcome.Accepted;
import matchnight.bets.placement.PlaceBetOutcome.KeyInUse;
import matchnight.bets.placement.PlaceBetOutcome.KeyReused;
import matchnight.bets.placement.PlaceBetOutcome.Refused;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.KeyClaims;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import matchnight.ledger.sql.StatementSequence;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BetPlacementTest {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final long AMPLE = 1_000_000_000L;
    private static final Instant RECEIVED_AT = Instant.parse("2026-05-01T19:45:00.123456Z");

    private static TestDatabase database;
    private static Catalogue catalogue;
    private static PlacedAtOnce placement;

    @BeforeAll
    static void startPlacement() {
        database = SharedServers.postgres().createMigratedDatabase();
        catalogue = new Catalogue(database);
        placement = newPlacement(4);
    }

    @AfterAll
    static void dropDatabase() {
        database.close();
    }

    private static PlacedAtOnce newPlacement(int buckets) {
        return new PlacedAtOnce(
                database.dataSource(DatabaseRole.BET_API), buckets, new PlacementMetrics(new SimpleMeterRegistry()));
    }

    private static PlaceBet bet(String key, String account, String market, String selection, String price, long stake) {
        return bet(key, account, market, selection, price, new Money(stake, GBP), PriceChange.NONE);
    }

    private static PlaceBet bet(
            String key,
            String account,
            String market,
            String selection,
            String price,
            Money stake,
            PriceChange priceChange) {
        return new PlaceBet(
                new IdempotencyKey(key),
                new AccountId(account),
                BetType.SINGLE,
                stake,
                List.of(new PlaceBet.Leg(new MarketId(market), new SelectionId(selection), Price.of(price))),
                false,
                priceChange,
                BetContext.NONE,
                RECEIVED_AT);
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }

    private static PlaceBetOutcome place(PlaceBet command) throws SQLException {
        return placement.place(List.of(command)).getFirst();
    }

    @Test
    void acceptsASingleWithItsHoldItsEventAndItsKeyInOneTransaction() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        Accepted accepted = (Accepted) place(bet(newKey(), account, market, "A", "11/4", 1_000));

        BetView bet = accepted.bet();
        AccountBalance balance = accepted.balance();
        assertThat(accepted.replayed()).isFalse();
        assertThat(bet.possibleReturns()).isEqualTo(3_750);
        assertThat(balance.available()).isEqualTo(9_000);
        assertThat(balance.reserved()).isEqualTo(1_000);
        assertThat(balance.version()).isEqualTo(2);
        assertThat(catalogue.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isEqualTo(1);
        assertThat(catalogue.count(
                        "SELECT count(*) FROM outbox WHERE account_id = ? AND type = 'BetAccepted' AND account_version = 2",
                        account))
                .isEqualTo(1);
        assertThat(catalogue.count(
                        "SELECT sum(liability)::bigint FROM market_exposure WHERE market_id = ? AND selection_id = 'A'",
                        market))
                .isEqualTo(2_750);
    }

    @Test
    void onlyWhatLocksABalanceCountsAsAHold() throws SQLException {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        PlacedAtOnce measured =
                new PlacedAtOnce(database.dataSource(DatabaseRole.BET_API), 4, new PlacementMetrics(meters));
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        measured.place(List.of(bet(newKey(), account, "no-market", "H", "2.50", 1_000)));
        assertThat(meters.get("placement.balance.lock").timer().count()).isZero();
        measured.place(List.of(bet(newKey(), account, market, "H", "2.50", 1_000)));
        assertThat(meters.get("placement.balance.lock").timer().count()).isEqualTo(1);
    }

    @Test
    void answersARetryWithTheFirstBetAndNoSecondHold() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        PlaceBet command = bet(newKey(), account, catalogue.market("GBP", AMPLE), "H", "2.5", 1_000);
        Accepted first = (Accepted) place(command);
        Accepted retry = (Accepted) place(command);
        assertThat(retry.bet()).isEqualTo(first.bet());
        assertThat(retry.replayed()).isTrue();
        assertThat(catalogue.count("SELECT version FROM account WHERE account_id = ?", account))
                .isEqualTo(2);
    }

    @Test
    void storesARefusalAndGivesItAgainAfterItsReasonIsGone() throws SQLException {
        String account = catalogue.account("GBP", 500);
        PlaceBet command = bet(newKey(), account, catalogue.market("GBP", AMPLE), "H", "2.50", 1_000);
        assertThat(place(command)).isEqualTo(refused(Refusal.of(RefusalCode.INSUFFICIENT_FUNDS), false));
        catalogue.execute("UPDATE account SET available = 100000 WHERE account_id = ?", account);
        assertThat(place(command)).isEqualTo(refused(Refusal.of(RefusalCode.INSUFFICIENT_FUNDS), true));
    }

    @Test
    void refusesAnotherRequestUnderAKeyThatStands() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        String key = newKey();
        place(bet(key, account, market, "H", "2.50", 1_000));
        assertThat(place(bet(key, account, market, "H", "2.50", 1_001))).isEqualTo(new KeyReused());
        assertThat(place(bet(key, account, market, "H", "6/4", 1_000)))
                .as("the same price in another form is the same request")
                .isInstanceOf(Accepted.class);
        String stranger = catalogue.account("GBP", 10_000);
        assertThat(((Accepted) place(bet(key, stranger, market, "H", "2.50", 1_000))).replayed())
                .as("a key means something within its account only")
                .isFalse();
    }

    @Test
    void aKeyInFlightElsewhereIsNotWaitedFor() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        PlaceBet command = bet(newKey(), account, catalogue.market("GBP", AMPLE), "H", "2.50", 1_000);
        try (Connection holder = database.connect(DatabaseRole.BET_API)) {
            holder.setAutoCommit(false);
            StatementSequence claim = new StatementSequence();
            KeyClaims.tryClaim(claim, List.of(command.scope()));
            claim.run(holder);
            assertThat(place(command)).isEqualTo(new KeyInUse());
            holder.rollback();
        }
        assertThat(place(command)).isInstanceOf(Accepted.class);
    }

    @Test
    void refusesInAFixedOrderAndSaysWhatWouldBeTaken() throws SQLException {
        String account = catalogue.account("GBP", 100_000_000);
        String market = catalogue.market("GBP", 3_000);
        assertRefused(bet(newKey(), "nobody", market, "H", "2.50", 1_000), Refusal.of(RefusalCode.UNKNOWN_ACCOUNT));
        assertRefused(
                bet(newKey(), account, "no-market", "H", "2.50", 1_000), Refusal.ofLeg(RefusalCode.UNKNOWN_MARKET, 0));
        assertRefused(
                bet(newKey(), account, market, "X", "2.50", 1_000), Refusal.ofLeg(RefusalCode.UNKNOWN_SELECTION, 0));
        assertRefused(bet(newKey(), account, market, "H", "2.60", 1_000), Refusal.priceChanged(0, Price.of("2.50")));
        assertRefused(
                bet(newKey(), account, market, "H", "2.50", 9),
                Refusal.stake(RefusalCode.STAKE_TOO_LOW, new Money(2_000, GBP)));
        assertRefused(
                bet(newKey(), account, market, "H", "2.50", 1_000_001),
                Refusal.stake(RefusalCode.STAKE_TOO_HIGH, new Money(2_000, GBP)));
        assertRefused(
                bet(newKey(), account, market, "H", "2.50", 2_001),
                Refusal.liabilityLimit(List.of(0), new Money(2_000, GBP)));
        assertThat(place(bet(newKey(), account, market, "H", "2.50", 2_000))).isInstanceOf(Accepted.class);
        assertRefused(
                bet(newKey(), account, market, "H", "2.50", 10), Refusal.liabilityLimit(List.of(0), new Money(0, GBP)));
        String yen = catalogue.market("JPY", AMPLE);
        assertRefused(bet(newKey(), account, yen, "H", "2.50", 1_000), Refusal.ofLeg(RefusalCode.CURRENCY_MISMATCH, 0));
    }

    @Test
    void givesTheCurrentPriceWhereTheClientTakesIt() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        record Case(PriceChange policy, String asked, boolean accepted) {}
        for (Case given : List.of(
                new Case(PriceChange.NONE, "2.50", true),
                new Case(PriceChange.NONE, "2.40", false),
                new Case(PriceChange.HIGHER, "2.40", true),
                new Case(PriceChange.HIGHER, "2.60", false),
                new Case(PriceChange.ANY, "2.60", true))) {
            PlaceBetOutcome outcome =
                    place(bet(newKey(), account, market, "H", given.asked(), new Money(100, GBP), given.policy()));
            if (given.accepted()) {
                LegView leg = ((Accepted) outcome).bet().legs().getFirst();
                assertThat(leg.price()).isEqualTo("2.50");
                assertThat(leg.priceAsked()).isEqualTo(given.asked());
            } else {
                assertThat(outcome).isEqualTo(refused(Refusal.priceChanged(0, Price.of("2.50")), false));
            }
        }
    }

    @Test
    void whatIsShutIsRefused() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        for (String shut : List.of(
                "UPDATE event SET status = 'SUSPENDED' WHERE event_id = 'e-' || ?",
                "UPDATE market SET status = 'SUSPENDED' WHERE market_id = ?",
                "UPDATE market SET status = 'CLOSED' WHERE market_id = ?",
                "UPDATE selection SET status = 'SUSPENDED' WHERE market_id = ?",
                "UPDATE selection SET shut_by_result_version = 1 WHERE market_id = ?")) {
            String market = catalogue.market("GBP", AMPLE);
            catalogue.execute(shut, market);
            assertRefused(
                    bet(newKey(), account, market, "H", "2.50", 100), Refusal.ofLeg(RefusalCode.MARKET_NOT_OPEN, 0));
        }
    }

    @Test
    void anAccountThatMayNotBetIsRefusedUntilItsStateEnds() throws SQLException {
        String market = catalogue.market("GBP", AMPLE);
        record Case(String state, String until, RefusalCode refusal) {}
        for (Case given : List.of(
                new Case("SUSPENDED", "infinity", RefusalCode.ACCOUNT_SUSPENDED),
                new Case("SELF_EXCLUDED", "2100-01-01", RefusalCode.SELF_EXCLUDED),
                new Case("CLOSED", "infinity", RefusalCode.ACCOUNT_CLOSED))) {
            String account = catalogue.account("GBP", 10_000);
            catalogue.execute(
                    "UPDATE account SET state = ?, state_until = ?::timestamptz WHERE account_id = ?",
                    given.state(),
                    given.until(),
                    account);
            assertRefused(bet(newKey(), account, market, "H", "2.50", 100), Refusal.of(given.refusal()));
            catalogue.execute(
                    "UPDATE account SET state_until = now() - interval '1 second' WHERE account_id = ?", account);
            assertThat(place(bet(newKey(), account, market, "H", "2.50", 100))).isInstanceOf(Accepted.class);
        }
    }

    @Test
    void aListDecidesEachCommandInOrderAndARefusalRollsNothingBack() throws SQLException {
        String poor = catalogue.account("GBP", 250);
        String rich = catalogue.account("GBP", 10_000);
        String market = catalogue.market("GBP", AMPLE);
        List<PlaceBetOutcome> outcomes = placement.place(List.of(
                bet(newKey(), poor, market, "H", "2.50", 100),
                bet(newKey(), rich, market, "A", "11/4", 100),
                bet(newKey(), poor, market, "H", "2.50", 200),
                bet(newKey(), poor, market, "A", "11/4", 150),
                bet(newKey(), "nobody", market, "A", "11/4", 150)));
        assertThat(outcomes.get(0)).isInstanceOf(Accepted.class);
        assertThat(outcomes.get(1)).isInstanceOf(Accepted.class);
        assertThat(outcomes.get(2)).isEqualTo(refused(Refusal.of(RefusalCode.INSUFFICIENT_FUNDS), false));
        assertThat(((Accepted) outcomes.get(3)).balance().available()).isZero();
        assertThat(((Accepted) outcomes.get(3)).balance().version()).isEqualTo(3);
        assertThat(outcomes.get(4)).isEqualTo(refused(Refusal.of(RefusalCode.UNKNOWN_ACCOUNT), false));
        assertThat(catalogue.count("SELECT count(*) FROM ledger_entry WHERE account_id = ?", poor))
                .isEqualTo(3);
    }

    /** A hundred bets of one pound race for fifty pounds: fifty must win, whatever the interleaving. */
    @Test
    void racingBetsNeverOverdraw() throws Exception {
        String account = catalogue.account("GBP", 5_000);
        String market = catalogue.market("GBP", AMPLE);
        List<PlaceBetOutcome> outcomes =
                race(100, i -> retryWhileBusy(bet(newKey(), account, market, "H", "2.50", 100)));
        assertThat(outcomes.stream().filter(Accepted.class::isInstance)).hasSize(50);
        assertThat(outcomes.stream().filter(refused(Refusal.of(RefusalCode.INSUFFICIENT_FUNDS), false)::equals))
                .hasSize(50);
        assertThat(catalogue.count("""
                        SELECT count(*) FROM account
                         WHERE account_id = ? AND available = 0 AND reserved = 5000 AND version = 51
                        """, account)).isEqualTo(1);
        assertThat(catalogue.count(
                        "SELECT sum(available_change)::bigint FROM ledger_entry WHERE account_id = ?", account))
                .isZero();
    }

    /** Fifty requests under one key: one bet, one hold, one outbox row; the others see it or are told to wait. */
    @Test
    void racingRetriesOfOneKeyMakeOneBet() throws Exception {
        String account = catalogue.account("GBP", 10_000);
        PlaceBet command = bet(newKey(), account, catalogue.market("GBP", AMPLE), "H", "2.50", 100);
        List<PlaceBetOutcome> outcomes = race(50, i -> retryWhileBusy(command));
        assertThat(outcomes.stream().filter(outcome -> outcome instanceof Accepted accepted && !accepted.replayed()))
                .hasSize(1);
        assertThat(outcomes).allMatch(outcome -> outcome instanceof Accepted || outcome instanceof KeyInUse);
        assertThat(catalogue.count("SELECT count(*) FROM bet WHERE account_id = ?", account))
                .isEqualTo(1);
        assertThat(catalogue.count("SELECT count(*) FROM outbox WHERE account_id = ?", account))
                .isEqualTo(1);
        assertThat(catalogue.count("SELECT reserved FROM account WHERE account_id = ?", account))
                .isEqualTo(100);
    }

    /** The limit is used to the last unit and never passed, by two instances that spread it differently. */
    @Test
    void racingBetsUseTheLiabilityLimitToTheLastUnit() throws Exception {
        String market = catalogue.market("GBP", 100_000);
        PlacedAtOnce other = newPlacement(16);
        List<String> accounts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            accounts.add(catalogue.account("GBP", AMPLE));
        }
        SplittableRandom random = new SplittableRandom(7);
        long[] stakes = random.longs(400, 10, 2_000).toArray();
        race(400, i -> {
            PlaceBet command = bet(newKey(), accounts.get(i % 8), market, "H", "2.50", stakes[i]);
            return retryWhileBusy(i % 2 == 0 ? placement : other, command);
        });
        long used = liability(market);
        assertThat(used).isLessThanOrEqualTo(100_000).isGreaterThan(99_000);
        long smallestWinnings = 15;
        while (liability(market) + smallestWinnings <= 100_000) {
            assertThat(place(bet(newKey(), accounts.getFirst(), market, "H", "2.50", 10)))
                    .isInstanceOf(Accepted.class);
        }
        assertThat(place(bet(newKey(), accounts.getFirst(), market, "H", "2.50", 10)))
                .isEqualTo(refused(Refusal.liabilityLimit(List.of(0), new Money(0, GBP)), false));
        assertThat(catalogue.count(
                        "SELECT sum(liability)::bigint FROM bet_leg WHERE market_id = ? AND selection_id = 'H'",
                        market))
                .isEqualTo(liability(market));
        assertThat(catalogue.count("SELECT sum(share)::bigint FROM market_exposure WHERE market_id = ?", market))
                .isEqualTo(100_000);
    }

    @Test
    void aHeldBalanceEndsInBusyAndTheSameKeyMayBeTriedAgain() throws SQLException {
        String account = catalogue.account("GBP", 10_000);
        PlaceBet command = bet(newKey(), account, catalogue.market("GBP", AMPLE), "H", "2.50", 100);
        try (Connection holder = database.connectAsSuperuser()) {
            holder.setAutoCommit(false);
            holder.createStatement()
                    .execute("SELECT FROM account WHERE account_id = '" + account + "' FOR NO KEY UPDATE");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> place(command))
                    .satisfies(
                            held -> assertThat(DatabaseTrouble.busyCause(held)).contains(BusyCause.LOCK_TIMEOUT));
            holder.rollback();
        }
        assertThat(((Accepted) place(command)).replayed()).isFalse();
    }

    private static long liability(String market) throws SQLException {
        return catalogue.count(
                "SELECT sum(liability)::bigint FROM market_exposure WHERE market_id = ? AND selection_id = 'H'",
                market);
    }

    private static PlaceBetOutcome retryWhileBusy(PlaceBet command) throws SQLException {
        return retryWhileBusy(placement, command);
    }

    // Waiting is bounded, so a starved machine may answer busy; the same key is then tried again.
    private static PlaceBetOutcome retryWhileBusy(PlacedAtOnce instance, PlaceBet command) throws SQLException {
        for (int attempt = 0; ; attempt++) {
            try {
                return instance.place(List.of(command)).getFirst();
            } catch (SQLException busy) {
                if (attempt == 20 || DatabaseTrouble.busyCause(busy).isEmpty()) {
                    throw busy;
                }
            }
        }
    }

    private interface Racer {
        PlaceBetOutcome run(int number) throws SQLException;
    }

    private static List<PlaceBetOutcome> race(int racers, Racer racer) throws Exception {
        int threads = Math.min(racers, 50);
        CyclicBarrier start = new CyclicBarrier(threads);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<PlaceBetOutcome>> tasks = new ArrayList<>();
            for (int i = 0; i < racers; i++) {
                int number = i;
                tasks.add(() -> {
                    if (number < threads) {
                        start.await();
                    }
                    return racer.run(number);
                });
            }
            List<PlaceBetOutcome> outcomes = new ArrayList<>();
            for (Future<PlaceBetOutcome> done : pool.invokeAll(tasks)) {
                outcomes.add(done.get());
            }
            return outcomes;
        }
    }

    private static Refused refused(Refusal refusal, boolean replayed) {
        return new Refused(refusal, replayed);
    }

    private static void assertRefused(PlaceBet command, Refusal refusal) throws SQLException {
        assertThat(place(command)).isEqualTo(refused(refusal, false));
    }
}
