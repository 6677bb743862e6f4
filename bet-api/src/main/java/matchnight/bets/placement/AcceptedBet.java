package matchnight.bets.placement;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.bets.bet.BetContext;
import matchnight.bets.bet.BetView;
import matchnight.bets.bet.EachWayTerms;
import matchnight.bets.bet.LegView;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * A bet as it was accepted, with the balance that its hold left: all that the first answer says, and nothing that could
 * change afterwards.
 *
 * @param lines unit stakes paid: an each-way line counts twice
 * @param maxReturns the cap on the bet's returns, in minor units of the stake's currency
 * @param topUpMax the most that guaranteed best odds may add, in minor units
 * @param owner whose desk the bet is until it is settled
 * @param acceptedAt the database's clock after the gate was read and the balance was locked
 * @param balance after the hold, as of {@code acceptedAt}
 */
public record AcceptedBet(
        UUID betId,
        BetType type,
        Money stake,
        Money unitStake,
        int lines,
        Money possibleReturns,
        @Nullable Long maxReturns,
        @Nullable Long topUpMax,
        BetContext context,
        String owner,
        Instant receivedAt,
        Instant acceptedAt,
        Instant settleBy,
        List<Leg> legs,
        AccountBalance balance) {

    public AcceptedBet {
        legs = List.copyOf(legs);
    }

    /** The bet as its owner sees it. */
    BetView view() {
        return new BetView(
                betId,
                balance.accountId(),
                type,
                stake.currency(),
                stake.minorUnits(),
                unitStake.minorUnits(),
                lines,
                possibleReturns.minorUnits(),
                receivedAt,
                acceptedAt,
                settleBy,
                context,
                legs.stream().map(Leg::view).toList(),
                List.of());
    }

    /**
     * One leg with the price that was given.
     *
     * @param gateVersion the state of the gate that let it in
     * @param liability what it adds to its selection's exposure, in minor units of {@code limitCurrency}
     * @param limitRate by which the stake was counted in {@code limitCurrency}; null where it is the stake's own
     */
    public record Leg(
            MarketId marketId,
            SelectionId selectionId,
            EventId eventId,
            Price priceAsked,
            Price price,
            @Nullable EachWayTerms eachWay,
            boolean bestOddsGuaranteed,
            long gateVersion,
            long liability,
            CurrencyCode limitCurrency,
            @Nullable ExchangeRate limitRate) {

        LegView view() {
            return new LegView(marketId, selectionId, eventId, priceAsked.text(), price.text(), eachWay, null);
        }
    }
}
