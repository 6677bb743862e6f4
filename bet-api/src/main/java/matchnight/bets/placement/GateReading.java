package matchnight.bets.placement;

import java.time.Instant;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.EventId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * A selection as this transaction sees it: whether betting on it is open, and on what terms.
 *
 * @param gateVersion the market's and the event's versions added up: it names the state of the gate
 * @param maxReturns the market's cap on a bet's returns, in minor units of {@code limitCurrency}
 * @param eachWay the place terms; null where only wins can be bet on
 * @param exposureBuckets over how many rows its liability is spread; 0 until somebody bets on it
 * @param exposureRoom what the liability limit leaves at this moment, which nothing holds until its rows are locked;
 *     for what a refusal says
 */
record GateReading(
        EventId eventId,
        boolean open,
        Price price,
        @Nullable EachWayTerms eachWay,
        long gateVersion,
        Instant settleBy,
        String owner,
        CurrencyCode limitCurrency,
        long liabilityLimit,
        Money minStake,
        Money maxStake,
        @Nullable Long maxReturns,
        boolean bestOddsGuaranteed,
        @Nullable Long topUpMax,
        int exposureBuckets,
        long exposureRoom) {}
