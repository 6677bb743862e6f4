package matchnight.bets.market;

import java.time.Instant;
import java.util.List;
import matchnight.ledger.market.EventId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * What a trader says of a market. Amounts are in {@code limitCurrency}.
 *
 * @param event the event's name
 * @param settleBy when bets on it should be settled: what is open later is overdue
 * @param owner whose desk its bets are
 * @param liabilityLimit per selection: the most that its bets may win
 * @param minStake lowest total stake of a bet
 * @param maxReturns the cap on a bet's returns; null for none
 * @param bestOdds the guarantee of best odds; null for none
 * @param selections in the order they are shown
 */
public record MarketTerms(
        EventId eventId,
        String event,
        String name,
        Instant startsAt,
        Instant settleBy,
        String owner,
        MarketStatus status,
        CurrencyCode limitCurrency,
        Money liabilityLimit,
        Money minStake,
        Money maxStake,
        @Nullable Money maxReturns,
        @Nullable BestOdds bestOdds,
        PaysOn paysOn,
        List<Selection> selections) {

    /**
     * A bet is paid at the starting price where that is better.
     *
     * @param topUpMax the most this may add to a bet's returns; null for no limit
     */
    public record BestOdds(@Nullable Money topUpMax) {}

    public MarketTerms {
        selections = List.copyOf(selections);
    }
}
