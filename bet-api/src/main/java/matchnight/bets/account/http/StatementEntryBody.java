package matchnight.bets.account.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import matchnight.bets.account.StatementEntry;
import matchnight.bets.json.Json;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/** A ledger entry as clients see it. {@code entryId} names it among all entries of all accounts. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StatementEntryBody(
        String entryId,
        String kind,
        @Nullable String betId,
        @Nullable Integer settlementVersion,
        @Nullable String transactionId,
        String availableChange,
        String reservedChange,
        String available,
        String reserved,
        long version,
        String happenedAt,
        String writtenAt) {

    static StatementEntryBody of(StatementEntry entry) {
        return new StatementEntryBody(
                entry.accountId() + ":" + entry.version(),
                entry.kind(),
                text(entry.betId()),
                entry.settlementVersion(),
                text(entry.transactionId()),
                amount(entry, entry.availableChange()),
                amount(entry, entry.reservedChange()),
                amount(entry, entry.available()),
                amount(entry, entry.reserved()),
                entry.version(),
                Json.time(entry.happenedAt()),
                Json.time(entry.writtenAt()));
    }

    private static @Nullable String text(@Nullable UUID id) {
        return id == null ? null : id.toString();
    }

    private static String amount(StatementEntry entry, long minorUnits) {
        return new Money(minorUnits, entry.currency()).toDecimalString();
    }
}
