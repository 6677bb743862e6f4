package matchnight.bench.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A selection that is full takes bets again once some of its bets are void: as many as that gave back, and no more. */
class ReturnedRoomIT {

    private static final CurrencyCode GBP = CurrencyCode.of("GBP");
    private static final String MARKET = "returned-room";

    private final RunningProduct running = RunningProduct.shared();
    private int keys;

    @Test
    void roomThatVoidsGiveBackIsTakenAgainToTheLastUnit() {
        running.putUpMarket(MARKET, MARKET + "~event", GBP, "100.00", "0.01", Map.of("H", "2.00"));
        String account = running.openAccounts("returned-room", 1, Money.parse("1000", GBP))
                .getFirst();
        List<String> bets = new ArrayList<>();
        for (int bet = 0; bet < 10; bet++) {
            bets.add(Objects.requireNonNull(place(account, "10.00").betId()));
        }
        assertThat(place(account, "0.01").code()).isEqualTo("LIABILITY_LIMIT");

        try (Calls results =
                Calls.of(running.product.settlementWorker(), running.product.tokens(), "desk", "results")) {
            for (String betId : bets.subList(2, 5)) {
                HttpAnswer answer = results.post("/admin/bets/" + betId + "/void", "{\"reason\": \"typed in twice\"}");
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                assertThat(running.betting.find(betId).path("state").asString()).isEqualTo("VOIDED");
            }
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        running.count("SELECT sum(liability)::bigint FROM market_exposure WHERE market_id = ?", MARKET)
                                == 70_00);

        assertThat(place(account, "30.01").code()).isEqualTo("LIABILITY_LIMIT");
        assertThat(place(account, "30.00").code()).isEqualTo(BetOutcome.ACCEPTED);
        assertThat(place(account, "0.01").code()).isEqualTo("LIABILITY_LIMIT");
        assertThat(running.broken()).isEmpty();
    }

    private BetOutcome place(String account, String stake) {
        return running.betting.place(
                new BetRequest(account, "room-" + ++keys, MARKET, "H", "2.00", Money.parse(stake, GBP), "NONE"));
    }
}
