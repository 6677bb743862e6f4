package matchnight.settlement.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import matchnight.ledger.posting.EntryKind;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.grading.Leg;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.ExposureChange;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.plan.PlannedSettlement.Move;
import matchnight.settlement.plan.SettlementCause;
import matchnight.settlement.plan.SettlementKind;
import org.junit.jupiter.api.Test;

/** Sums by account and by currency, each in its currency's digits. */
class MovementsTest {

    private final Movements movements = new Movements();

    @Test
    void movesAreAddedUpByAccountAndByCurrency() {
        add("b", "JPY", new Move(EntryKind.STAKE_DEBITED, 0, -500));
        add("a", "GBP", new Move(EntryKind.STAKE_DEBITED, 0, -10_00), new Move(EntryKind.RETURNS_CREDITED, 25_50, 0));
        add("a", "GBP", new Move(EntryKind.RETURNS_CREDIT_REVERSED, -30_00, 0));

        assertThat(movements.accounts())
                .containsExactly(
                        new Movements.AccountChange("a", "GBP", 2, "-4.50", "-10.00"),
                        new Movements.AccountChange("b", "JPY", 1, "0", "-500"));
        assertThat(movements.totals())
                .containsExactly(
                        new Movements.CurrencyTotal("GBP", "-4.50", "-10.00"),
                        new Movements.CurrencyTotal("JPY", "0", "-500"));
        assertThat(movements.accountsOmitted()).isZero();
    }

    @Test
    void aThousandAccountsAreListedAndTheOthersCounted() {
        for (int i = 0; i < 1_003; i++) {
            add("a%04d".formatted(1_002 - i), "GBP", new Move(EntryKind.STAKE_DEBITED, 0, -1));
        }

        assertThat(movements.accounts()).hasSize(1_000);
        assertThat(movements.accounts().getFirst().accountId()).isEqualTo("a0000");
        assertThat(movements.accounts().getLast().accountId()).isEqualTo("a0999");
        assertThat(movements.accountsOmitted()).isEqualTo(3);
        assertThat(movements.totals()).containsExactly(new Movements.CurrencyTotal("GBP", "0.00", "-10.03"));
    }

    private void add(String account, String currency, Move... moves) {
        Money stake = new Money(1_00, CurrencyCode.of(currency));
        UUID betId = UUID.randomUUID();
        AccountId accountId = new AccountId(account);
        Leg leg = new Leg(1, new MarketId("m"), new SelectionId("H"), Price.of("2.50"), null, false);
        Bet bet = new Bet(betId, accountId, BetType.SINGLE, stake, stake, null, null, Instant.EPOCH, List.of(leg));
        movements.add(
                new BetOnPage(bet, "desk", null),
                new PlannedSettlement(
                        betId,
                        accountId,
                        "desk",
                        1,
                        SettlementKind.SETTLED,
                        0L,
                        new SettlementCause("RESULT", "m@1"),
                        (short) 1,
                        null,
                        "{}",
                        ExposureChange.NONE,
                        List.of(moves)));
    }
}
