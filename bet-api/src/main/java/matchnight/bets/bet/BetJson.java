package matchnight.bets.bet;

import java.util.List;
import matchnight.bets.account.BalanceView;
import matchnight.bets.json.Json;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Renders bets as the contract's section 3 has them, members in a fixed order. An acceptance is answered again by
 * rendering its rows again, so what {@link #accepted} writes may only change under a new {@link #REPLY_VERSION}.
 */
public final class BetJson {

    /** Stored with every outcome, so that a later renderer can still write what this one wrote. */
    public static final short REPLY_VERSION = 1;

    private BetJson() {}

    /** The answer to a placement: the bet as it was accepted, without settlements, and the balance after its hold. */
    public static byte[] accepted(BetView bet, BalanceView balance) {
        return Json.render(json -> {
            json.writeStartObject();
            writeMembers(json, bet);
            json.writeName("balance");
            balance.write(json);
            json.writeEndObject();
        });
    }

    /** One bet as it stands. */
    public static byte[] bet(BetView bet) {
        return Json.render(json -> write(json, bet));
    }

    /** A page of bets. */
    public static byte[] page(List<BetView> bets, @Nullable String nextCursor) {
        return Json.render(json -> {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            bets.forEach(bet -> write(json, bet));
            json.writeEndArray();
            Json.writeNullable(json, "nextCursor", nextCursor);
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, BetView bet) {
        json.writeStartObject();
        writeMembers(json, bet);
        json.writeEndObject();
    }

    private static void writeMembers(JsonGenerator json, BetView bet) {
        CurrencyCode currency = bet.currency();
        json.writeStringProperty("betId", bet.betId().toString());
        json.writeStringProperty("accountId", bet.accountId().value());
        json.writeStringProperty("state", bet.state().name());
        json.writeStringProperty("type", bet.type().name());
        json.writeStringProperty("currency", currency.code());
        json.writeStringProperty("stake", amount(bet.stake(), currency));
        json.writeStringProperty("unitStake", amount(bet.unitStake(), currency));
        json.writeNumberProperty("lines", bet.lines());
        json.writeStringProperty("possibleReturns", amount(bet.possibleReturns(), currency));
        Json.writeNullable(json, "returns", nullableAmount(bet.returns(), currency));
        Json.writeTime(json, "receivedAt", bet.receivedAt());
        Json.writeTime(json, "acceptedAt", bet.acceptedAt());
        Json.writeTime(json, "settleBy", bet.settleBy());
        writeContext(json, bet.context());
        json.writeArrayPropertyStart("legs");
        bet.legs().forEach(leg -> writeLeg(json, leg));
        json.writeEndArray();
        json.writeArrayPropertyStart("settlements");
        bet.settlements().forEach(settlement -> writeSettlement(json, settlement, currency));
        json.writeEndArray();
    }

    private static void writeContext(JsonGenerator json, BetContext context) {
        if (context.isEmpty()) {
            return;
        }
        json.writeObjectPropertyStart("context");
        Json.writeOptional(json, "channel", context.channel());
        Json.writeOptional(json, "brand", context.brand());
        Json.writeOptional(json, "jurisdiction", context.jurisdiction());
        json.writeEndObject();
    }

    private static void writeLeg(JsonGenerator json, LegView leg) {
        json.writeStartObject();
        json.writeStringProperty("marketId", leg.marketId().value());
        json.writeStringProperty("selectionId", leg.selectionId().value());
        json.writeStringProperty("eventId", leg.eventId().value());
        json.writeStringProperty("priceAsked", leg.priceAsked());
        json.writeStringProperty("price", leg.price());
        EachWayTerms eachWay = leg.eachWay();
        if (eachWay != null) {
            json.writeObjectPropertyStart("eachWay");
            json.writeStringProperty("fraction", eachWay.fraction());
            json.writeNumberProperty("places", eachWay.places());
            json.writeEndObject();
        }
        LegView.Outcome outcome = leg.outcome();
        if (outcome != null) {
            json.writeStringProperty("result", outcome.result());
            Json.writeOptional(json, "factor", outcome.factor());
        }
        json.writeEndObject();
    }

    private static void writeSettlement(JsonGenerator json, SettlementView settlement, CurrencyCode currency) {
        json.writeStartObject();
        json.writeNumberProperty("version", settlement.version());
        json.writeObjectPropertyStart("cause");
        json.writeStringProperty("type", settlement.causeType());
        json.writeStringProperty("ref", settlement.causeRef());
        json.writeEndObject();
        Json.writeTime(json, "at", settlement.at());
        Json.writeNullable(json, "returns", nullableAmount(settlement.returns(), currency));
        json.writeName("proof");
        json.writeRawValue(settlement.proof());
        json.writeEndObject();
    }

    private static String amount(long minorUnits, CurrencyCode currency) {
        return new Money(minorUnits, currency).toDecimalString();
    }

    private static @Nullable String nullableAmount(@Nullable Long minorUnits, CurrencyCode currency) {
        return minorUnits == null ? null : amount(minorUnits, currency);
    }
}
