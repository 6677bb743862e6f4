package matchnight.bets.catalogue;

import java.time.Instant;
import java.util.Map;
import matchnight.bets.bet.EachWayTerms;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/**
 * A market with its selections and prices as they were at one version. Whether betting is open is not in it: that is read
 * when a bet is placed.
 *
 * @param version raised by every change of the market, its selections or their prices
 * @param changedIn the transaction that changed it last: after a failover that lost commits a version may come twice, and
 *     not in the same transaction
 * @param liabilityLimit per selection, in minor units of {@code limitCurrency}
 * @param maxReturns the cap on a bet's returns, in minor units of {@code limitCurrency}
 * @param topUpMax the most that guaranteed best odds may add, in minor units of {@code limitCurrency}
 */
public record MarketSnapshot(
        MarketId marketId,
        long version,
        long changedIn,
        EventId eventId,
        Instant settleBy,
        String owner,
        CurrencyCode limitCurrency,
        long liabilityLimit,
        Money minStake,
        Money maxStake,
        @Nullable Long maxReturns,
        boolean bestOddsGuaranteed,
        @Nullable Long topUpMax,
        Map<SelectionId, SelectionSnapshot> selections) {

    public MarketSnapshot {
        selections = Map.copyOf(selections);
    }

    /** A selection's price, in the market's form, and its place terms where it is offered each-way. */
    public record SelectionSnapshot(Price price, @Nullable EachWayTerms eachWay) {}

    /** Whether this is the state that the database has, going by what it says of it. */
    public boolean is(long currentVersion, long currentChangedIn) {
        return version == currentVersion && changedIn == currentChangedIn;
    }
}
