package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.PublishedEvents;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Returns that were spent are taken back by a correction. At every step the balance row, its entries, the balance that is
 * answered, the list of debts and the newest event equal a model that is three numbers.
 */
class SpentReturnsIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final String ACCOUNT = "spender-1";
    private static final String MARKET = "spent";

    private final RunningProduct running = RunningProduct.shared();
    private final Calls wallet = Calls.of(running.product.betApi(), running.product.tokens(), "cashier", "wallet");
    private final Calls admin = Calls.of(running.product.settlementWorker(), running.product.tokens(), "desk", "ops");
    private final PublishedEvents events = new PublishedEvents(running.product);
    private Model model = new Model(0, 0, 0);
    private int keys;

    /** What the account should hold, in minor units, and how many entries explain it. */
    private record Model(long available, long reserved, long version) {

        Model moved(long availableChange, long reservedChange, int entries) {
            return new Model(available + availableChange, reserved + reservedChange, version + entries);
        }

        long debt() {
            return Math.max(0, -available);
        }
    }

    @BeforeEach
    void open() {
        running.putUpMarket(MARKET, GBP);
        running.putUpMarket("spent-elsewhere", GBP);
        running.openAccounts("spender", 1, Money.parse("10.00", GBP));
        moved(10_00, 0, 1);
    }

    @AfterEach
    void close() {
        wallet.close();
        admin.close();
        events.close();
    }

    @Test
    void returnsThatWereSpentBecomeADebtThatDepositsAndACorrectionPayDown() {
        String betId = accepted(place(MARKET, "10.00"));
        moved(-10_00, 10_00, 1);

        result(1, "WON");
        moved(25_00, -10_00, 2);

        String elsewhere = accepted(place("spent-elsewhere", "15.00"));
        moved(-15_00, 15_00, 1);
        assertThat(move("withdrawals", "10.00").status()).isEqualTo(201);
        moved(-10_00, 0, 1);

        result(2, "LOST");
        moved(-25_00, 0, 3);
        assertThat(running.betting.find(betId).path("returns").asString()).isEqualTo("0.00");
        JsonNode debt = Objects.requireNonNull(listedDebt());
        assertThat(debt.path("owner").asString()).isEqualTo("trading-desk");
        assertThat(debt.path("betId").asString()).isEqualTo(betId);
        assertThat(debt.path("settlementVersion").asInt()).isEqualTo(2);
        nothingCanBeTakenOut();

        assertThat(move("deposits", "5.00").status()).isEqualTo(201);
        moved(5_00, 0, 1);
        nothingCanBeTakenOut();

        result(3, "VOID");
        moved(10_00, 0, 2);
        assertThat(running.betting.find(betId).path("state").asString()).isEqualTo("VOIDED");
        assertThat(Objects.requireNonNull(listedDebt()).path("since"))
                .as("the same debt as before, paid down")
                .isEqualTo(debt.path("since"));
        nothingCanBeTakenOut();

        assertThat(move("deposits", "10.00").status()).isEqualTo(201);
        moved(10_00, 0, 1);
        nothingCanBeTakenOut();
        assertThat(move("deposits", "1.00").status()).isEqualTo(201);
        moved(1_00, 0, 1);
        accepted(place("spent-elsewhere", "1.00"));
        moved(-1_00, 1_00, 1);
        assertThat(running.betting.find(elsewhere).path("state").asString()).isEqualTo("OPEN");
        eventsTellTheStory();
        assertThat(events.faults()).isEmpty();
    }

    private void eventsTellTheStory() {
        List<String> story = events.ofAccount(ACCOUNT).stream()
                .map(event -> event.path("type").asString() + " "
                        + event.at("/data/balance/available").asString()
                        + " " + event.at("/data/balance/reserved").asString() + " "
                        + event.at("/data/balance/debt").asString())
                .toList();
        assertThat(story)
                .containsExactly(
                        "BalanceChanged 10.00 0.00 0.00",
                        "BetAccepted 0.00 10.00 0.00",
                        "BetSettled 25.00 0.00 0.00",
                        "BetAccepted 10.00 15.00 0.00",
                        "BalanceChanged 0.00 15.00 0.00",
                        "BetResettled -25.00 15.00 25.00",
                        "BalanceChanged -20.00 15.00 20.00",
                        "BetResettled -10.00 15.00 10.00",
                        "BalanceChanged 0.00 15.00 0.00",
                        "BalanceChanged 1.00 15.00 0.00",
                        "BetAccepted 0.00 16.00 0.00");
    }

    private void nothingCanBeTakenOut() {
        BetOutcome refused = place("spent-elsewhere", "1.00");
        assertThat(refused.code()).isEqualTo("INSUFFICIENT_FUNDS");
        HttpAnswer withdrawal = move("withdrawals", "0.01");
        assertThat(withdrawal.status()).isEqualTo(422);
        assertThat(withdrawal.problemCode()).isEqualTo("INSUFFICIENT_FUNDS");
        isAsTheModelSays();
    }

    private void moved(long availableChange, long reservedChange, int entries) {
        model = model.moved(availableChange, reservedChange, entries);
        isAsTheModelSays();
    }

    private void isAsTheModelSays() {
        assertThat(stored("SELECT available FROM account WHERE account_id = ?")).isEqualTo(model.available());
        assertThat(stored("SELECT reserved FROM account WHERE account_id = ?")).isEqualTo(model.reserved());
        assertThat(stored("SELECT version FROM account WHERE account_id = ?")).isEqualTo(model.version());
        assertThat(stored("SELECT count(debt_since) FROM account WHERE account_id = ?"))
                .isEqualTo(model.debt() > 0 ? 1 : 0);
        assertThat(stored("SELECT sum(available_change)::bigint FROM ledger_entry WHERE account_id = ?"))
                .isEqualTo(model.available());
        assertThat(running.broken()).isEmpty();

        isTheModelsBalance(wallet.get("/v1/accounts/" + ACCOUNT + "/balance").json());
        JsonNode listed = listedDebt();
        assertThat(listed == null ? null : listed.path("debt").asString())
                .isEqualTo(model.debt() == 0 ? null : decimal(model.debt()));
        Awaitility.await()
                .atMost(WITHIN)
                .until(() -> newestEvent().path("version").asLong(0) == model.version());
        isTheModelsBalance(newestEvent().path("balance"));
    }

    private void isTheModelsBalance(JsonNode balance) {
        assertThat(balance.path("available").asString()).isEqualTo(decimal(model.available()));
        assertThat(balance.path("reserved").asString()).isEqualTo(decimal(model.reserved()));
        assertThat(balance.path("debt").asString()).isEqualTo(decimal(model.debt()));
    }

    private JsonNode newestEvent() {
        events.readUntil(0, Duration.ZERO);
        List<JsonNode> own = events.ofAccount(ACCOUNT);
        return own.isEmpty() ? JsonMapper.shared().missingNode() : own.getLast().path("data");
    }

    private @Nullable JsonNode listedDebt() {
        for (JsonNode item : admin.get("/admin/debts?limit=200").json().path("items")) {
            if (item.path("accountId").asString().equals(ACCOUNT)) {
                return item;
            }
        }
        return null;
    }

    private long stored(String sql) {
        return running.count(sql, ACCOUNT);
    }

    private static String decimal(long minorUnits) {
        return new Money(minorUnits, GBP).toDecimalString();
    }

    private void result(long version, String ofHome) {
        running.results.submit(RunningProduct.result(
                MARKET, version, Map.of("H", ofHome, "A", ofHome.equals("WON") ? "LOST" : ofHome)));
        running.awaitApplied(MARKET, version, WITHIN);
    }

    private HttpAnswer move(String what, String amount) {
        String body = "{\"amount\": \"" + amount + "\", \"currency\": \"GBP\"}";
        return wallet.post("/v1/accounts/" + ACCOUNT + "/" + what, body, "spent-" + ++keys);
    }

    private BetOutcome place(String market, String stake) {
        return running.betting.place(
                new BetRequest(ACCOUNT, "spent-" + ++keys, market, "H", "2.50", Money.parse(stake, GBP), "NONE"));
    }

    private static String accepted(BetOutcome outcome) {
        assertThat(outcome.isAccepted()).as(outcome.toString()).isTrue();
        return Objects.requireNonNull(outcome.betId());
    }
}
