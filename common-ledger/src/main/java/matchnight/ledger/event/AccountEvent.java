package matchnight.ledger.event;

import java.time.Instant;
import java.util.List;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Something that moved one account's money, with the entries that moved it.
 *
 * @param outboxId the number of its outbox row, and the event's id: equal on every publication
 * @param writtenAt when its transaction wrote it, by the database's clock
 * @param entries in version order, at least one; the last gives the event's version and balance
 * @param bet the bet as it was accepted; absent exactly for {@link EventType#BalanceChanged}
 * @param settlement what became of the bet; present exactly when the event tells it
 */
public record AccountEvent(
        long outboxId,
        EventType type,
        AccountId accountId,
        CurrencyCode currency,
        Instant writtenAt,
        List<Entry> entries,
        @Nullable AcceptedBet bet,
        @Nullable BetSettlement settlement) {

    /**
     * Checks that the parts fit the type.
     *
     * @throws IllegalArgumentException if a part is missing or does not belong to an event of this type
     */
    public AccountEvent {
        entries = List.copyOf(entries);
        require(!entries.isEmpty(), outboxId, type, "no entries");
        require((bet != null) == concernsBet(type), outboxId, type, bet == null ? "no bet" : "a bet");
        require(
                (settlement != null) == concernsSettlement(type),
                outboxId,
                type,
                settlement == null ? "no settlement" : "a settlement");
    }

    private static void require(boolean holds, long outboxId, EventType type, String finding) {
        if (!holds) {
            throw new IllegalArgumentException("Outbox row " + outboxId + " (" + type + ") has " + finding);
        }
    }

    private static boolean concernsBet(EventType type) {
        return type != EventType.BalanceChanged;
    }

    private static boolean concernsSettlement(EventType type) {
        return switch (type) {
            case BetSettled, BetResettled, BetVoided -> true;
            case BetAccepted, BalanceChanged -> false;
        };
    }

    /** The account's version after this event: one account's events are published in this order. */
    public long version() {
        return entries.getLast().version();
    }

    /** What the account held after this event. */
    public AccountBalance balance() {
        Entry last = entries.getLast();
        return new AccountBalance(accountId, currency, last.available(), last.reserved(), last.version());
    }
}
