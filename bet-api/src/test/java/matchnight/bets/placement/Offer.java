package matchnight.bets.placement;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import matchnight.bets.bet.BetContext;
import matchnight.bets.bet.EachWayTerms;
import matchnight.bets.rate.CurrencyPair;
import matchnight.bets.rate.Rates;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.ExchangeRate;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.jspecify.annotations.Nullable;

/** Markets, rates and one account that a decision is made by, without a database: one selection a market, in order. */
final class Offer implements MarketReadings {

    static final Instant SETTLE_BY = Instant.parse("2026-05-01T23:00:00Z");

    private final CurrencyCode currency;
    private final List<SelectionKey> selections = new ArrayList<>();
    private final Map<SelectionKey, GateReading> readings = new HashMap<>();
    private final Map<CurrencyPair, ExchangeRate> rates = new HashMap<>();

    /** @param currency of the account */
    Offer(String currency) {
        this.currency = CurrencyCode.of(currency);
    }

    /** What a test says of a market; amounts in minor units of its currency. */
    record Terms(
            String event,
            String price,
            @Nullable String placeFraction,
            CurrencyCode currency,
            long minStake,
            long maxStake,
            @Nullable Long maxReturns,
            boolean bestOdds,
            @Nullable Long topUpMax,
            boolean open,
            long room,
            Instant settleBy,
            String owner) {

        Terms at(String changed) {
            return new Terms(
                    event,
                    changed,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms of(String changedEvent) {
            return new Terms(
                    changedEvent,
                    price,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms eachWay(@Nullable String fraction) {
            return new Terms(
                    event,
                    price,
                    fraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms in(String changed) {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    CurrencyCode.of(changed),
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms stakes(long lowest, long highest) {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    currency,
                    lowest,
                    highest,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms returns(@Nullable Long cap) {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    cap,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms bestOdds(@Nullable Long cap) {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    true,
                    cap,
                    open,
                    room,
                    settleBy,
                    owner);
        }

        Terms closed() {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    false,
                    room,
                    settleBy,
                    owner);
        }

        Terms room(long left) {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    left,
                    settleBy,
                    owner);
        }

        Terms settledBy(Instant deadline, String desk) {
            return new Terms(
                    event,
                    price,
                    placeFraction,
                    currency,
                    minStake,
                    maxStake,
                    maxReturns,
                    bestOdds,
                    topUpMax,
                    open,
                    room,
                    deadline,
                    desk);
        }
    }

    /**
     * A market of an event of its own in the account's currency, at 2.50, each-way at a quarter, without narrow limits.
     */
    Terms usual() {
        return new Terms(
                "e" + selections.size(),
                "2.50",
                "1/4",
                currency,
                1,
                Money.largest(currency).minorUnits(),
                null,
                false,
                null,
                true,
                Long.MAX_VALUE,
                SETTLE_BY,
                "desk");
    }

    Offer with(Terms terms) {
        var selection = new SelectionKey(new MarketId("m" + selections.size()), new SelectionId("S"));
        selections.add(selection);
        readings.put(
                selection,
                new GateReading(
                        new EventId(terms.event()),
                        terms.open(),
                        Price.of(terms.price()),
                        terms.placeFraction() == null ? null : new EachWayTerms(terms.placeFraction(), 3),
                        1,
                        terms.settleBy(),
                        terms.owner(),
                        terms.currency(),
                        terms.room(),
                        new Money(terms.minStake(), terms.currency()),
                        new Money(terms.maxStake(), terms.currency()),
                        terms.maxReturns(),
                        terms.bestOdds(),
                        terms.topUpMax(),
                        4,
                        terms.room()));
        return this;
    }

    SelectionKey lastSelection() {
        return selections.getLast();
    }

    Offer rate(String from, String to, String rate) {
        rates.put(new CurrencyPair(CurrencyCode.of(from), CurrencyCode.of(to)), ExchangeRate.of(rate));
        return this;
    }

    @Override
    public boolean knows(MarketId marketId) {
        return selections.stream().anyMatch(selection -> selection.marketId().equals(marketId));
    }

    @Override
    public @Nullable GateReading reading(SelectionKey selection) {
        return readings.get(selection);
    }

    /** A bet on all selections at their prices. */
    PlaceBet bet(BetType type, boolean eachWay, long stakeMinorUnits) {
        return bet(type, eachWay, stakeMinorUnits, PriceChange.ANY);
    }

    PlaceBet bet(BetType type, boolean eachWay, long stakeMinorUnits, PriceChange priceChange) {
        return new PlaceBet(
                new IdempotencyKey("k"),
                new AccountId("a"),
                type,
                new Money(stakeMinorUnits, currency),
                selections.stream()
                        .map(selection ->
                                new PlaceBet.Leg(selection.marketId(), selection.selectionId(), Price.of("2.50")))
                        .toList(),
                eachWay,
                priceChange,
                BetContext.NONE,
                Instant.parse("2026-05-01T19:45:00Z"));
    }

    Admission decide(PlaceBet command) {
        return Admission.decide(
                command,
                Map.of(new AccountId("a"), new AccountLook(currency, AccountState.ACTIVE, Long.MAX_VALUE)),
                this,
                Rates.of(rates));
    }

    Admission.Admitted admit(PlaceBet command) {
        return switch (decide(command)) {
            case Admission.Admitted admitted -> admitted;
            case Admission.Rejected(Refusal refusal) -> throw new AssertionError("Refused: " + refusal);
        };
    }

    Refusal refuse(PlaceBet command) {
        return switch (decide(command)) {
            case Admission.Admitted _ -> throw new AssertionError("Admitted: " + command);
            case Admission.Rejected(Refusal refusal) -> refusal;
        };
    }
}
