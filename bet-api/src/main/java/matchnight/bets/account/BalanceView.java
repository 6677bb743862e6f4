package matchnight.bets.account;

import java.time.Instant;
import matchnight.bets.json.Json;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import tools.jackson.core.JsonGenerator;

/**
 * What an account holds, as clients see it.
 *
 * @param balance {@code available} is below zero after a correction took what was spent already; {@code debt} then says
 *     how far
 * @param asOf the moment this was true: when the entry of that version was written, when the row was read, or the
 *     moment that was asked for
 * @param source where it was read: {@value #PRIMARY}
 */
public record BalanceView(AccountBalance balance, Instant asOf, String source) {

    /** Read from the primary database, or written there by the request that is being answered. */
    public static final String PRIMARY = "primary";

    /** Writes the members accountId, currency, available, reserved, debt, version, asOf, source as one object. */
    public void write(JsonGenerator json) {
        CurrencyCode currency = balance.currency();
        json.writeStartObject();
        json.writeStringProperty("accountId", balance.accountId().value());
        json.writeStringProperty("currency", currency.code());
        json.writeStringProperty("available", new Money(balance.available(), currency).toDecimalString());
        json.writeStringProperty("reserved", new Money(balance.reserved(), currency).toDecimalString());
        json.writeStringProperty("debt", balance.debt().toDecimalString());
        json.writeNumberProperty("version", balance.version());
        Json.writeTime(json, "asOf", asOf);
        json.writeStringProperty("source", source);
        json.writeEndObject();
    }
}
