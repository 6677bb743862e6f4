package matchnight.settlement.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.PlannedSettlement;

/** Adds up what planned settlements would move, by account and by currency. */
final class Movements {

    private static final int MAX_ACCOUNTS_LISTED = 1_000;

    private final Map<String, Sum> byAccount = new TreeMap<>();
    private final Map<String, Sum> byCurrency = new TreeMap<>();

    /** What moves in one currency, in decimals of major units, with a sign where it goes down. */
    record CurrencyTotal(String currency, String availableChange, String reservedChange) {}

    /**
     * What moves on one account.
     *
     * @param bets that would be settled, or settled again
     */
    record AccountChange(String accountId, String currency, long bets, String availableChange, String reservedChange) {}

    private static final class Sum {

        private final CurrencyCode currency;
        private long bets;
        private long available;
        private long reserved;

        Sum(CurrencyCode currency) {
            this.currency = currency;
        }

        void add(PlannedSettlement settlement) {
            bets++;
            for (PlannedSettlement.Move move : settlement.moves()) {
                available = Math.addExact(available, move.availableChange());
                reserved = Math.addExact(reserved, move.reservedChange());
            }
        }

        String availableChange() {
            return new Money(available, currency).toDecimalString();
        }

        String reservedChange() {
            return new Money(reserved, currency).toDecimalString();
        }
    }

    void add(BetOnPage bet, PlannedSettlement settlement) {
        CurrencyCode currency = bet.bet().stake().currency();
        AccountId accountId = bet.bet().accountId();
        byAccount.computeIfAbsent(accountId.value(), _ -> new Sum(currency)).add(settlement);
        byCurrency.computeIfAbsent(currency.code(), _ -> new Sum(currency)).add(settlement);
    }

    List<CurrencyTotal> totals() {
        return byCurrency.entrySet().stream()
                .map(total -> new CurrencyTotal(
                        total.getKey(),
                        total.getValue().availableChange(),
                        total.getValue().reservedChange()))
                .toList();
    }

    /** The first ones in the order of their ids, at most 1,000. */
    List<AccountChange> accounts() {
        return byAccount.entrySet().stream()
                .limit(MAX_ACCOUNTS_LISTED)
                .map(account -> changeOf(account.getKey(), account.getValue()))
                .toList();
    }

    private static AccountChange changeOf(String accountId, Sum sum) {
        return new AccountChange(accountId, sum.currency.code(), sum.bets, sum.availableChange(), sum.reservedChange());
    }

    /** How many more there are than are listed. */
    long accountsOmitted() {
        return Math.max(0, byAccount.size() - MAX_ACCOUNTS_LISTED);
    }
}
