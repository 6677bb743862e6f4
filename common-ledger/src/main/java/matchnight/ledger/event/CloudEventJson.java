package matchnight.ledger.event;

import java.io.ByteArrayOutputStream;
import java.util.UUID;
import matchnight.ledger.account.AccountBalance;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.posting.Entry;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Renders an event as CloudEvents 1.0 in structured JSON mode, the value of a record of {@code bet-events}.
 *
 * <p>Members come in a fixed order, amounts as decimal strings of major units, times as RFC 3339 UTC. Optional members are
 * left out when absent, except {@code returns}, which is null while the bet is open. The form is documented in
 * {@code docs/events.md}; it may gain members and loses none.
 */
public final class CloudEventJson {

    /** The Kafka header {@code content-type} of a record in structured mode (CloudEvents Kafka binding, 3.3). */
    public static final String CONTENT_TYPE = "application/cloudevents+json; charset=UTF-8";

    private static final String SOURCE = "/matchnight/ledger";
    private static final int TYPICAL_SIZE_BYTES = 1024;
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;
    private final AccountEvent event;

    private CloudEventJson(JsonGenerator json, AccountEvent event) {
        this.json = json;
        this.event = event;
    }

    /** The event's bytes in UTF-8: equal for equal events. */
    public static byte[] render(AccountEvent event) {
        var bytes = new ByteArrayOutputStream(TYPICAL_SIZE_BYTES);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
            new CloudEventJson(json, event).writeEnvelope();
        }
        return bytes.toByteArray();
    }

    private void writeEnvelope() {
        json.writeStartObject();
        json.writeStringProperty("specversion", "1.0");
        json.writeStringProperty("id", Long.toString(event.outboxId()));
        json.writeStringProperty("source", SOURCE);
        json.writeStringProperty("type", event.type().name());
        json.writeStringProperty("subject", event.accountId().value());
        json.writeStringProperty("time", event.writtenAt().toString());
        json.writeStringProperty("datacontenttype", "application/json");
        json.writeObjectPropertyStart("data");
        writeData();
        json.writeEndObject();
        json.writeEndObject();
    }

    private void writeData() {
        json.writeStringProperty("accountId", event.accountId().value());
        json.writeNumberProperty("version", event.version());
        json.writeStringProperty("currency", event.currency().code());
        writeBalance(event.balance());
        json.writeArrayPropertyStart("entries");
        event.entries().forEach(this::writeEntry);
        json.writeEndArray();
        AcceptedBet bet = event.bet();
        if (bet != null) {
            writeBet(bet);
            writeSettlement(event.settlement());
        }
    }

    private void writeBalance(AccountBalance balance) {
        json.writeObjectPropertyStart("balance");
        writeAmount("available", balance.available());
        writeAmount("reserved", balance.reserved());
        writeAmount("debt", balance.debt());
        json.writeEndObject();
    }

    private void writeEntry(Entry entry) {
        json.writeStartObject();
        json.writeStringProperty("kind", entry.movement().kind().name());
        UUID transactionId = entry.movement().transactionId();
        writeUnlessAbsent("transactionId", transactionId == null ? null : transactionId.toString());
        writeAmount("availableChange", entry.movement().availableChange());
        writeAmount("reservedChange", entry.movement().reservedChange());
        writeAmount("available", entry.available());
        writeAmount("reserved", entry.reserved());
        json.writeNumberProperty("version", entry.version());
        json.writeStringProperty("happenedAt", entry.movement().happenedAt().toString());
        json.writeEndObject();
    }

    private void writeBet(AcceptedBet bet) {
        json.writeStringProperty("betId", bet.betId().toString());
        json.writeStringProperty("betType", bet.type());
        writeAmount("stake", bet.stake());
        writeAmount("unitStake", bet.unitStake());
        json.writeNumberProperty("lines", bet.lines());
        writeAmount("possibleReturns", bet.possibleReturns());
        json.writeStringProperty("receivedAt", bet.receivedAt().toString());
        json.writeStringProperty("acceptedAt", bet.acceptedAt().toString());
        json.writeStringProperty("settleBy", bet.settleBy().toString());
        if (!bet.context().isEmpty()) {
            writeContext(bet.context());
        }
        json.writeArrayPropertyStart("legs");
        bet.legs().forEach(this::writeLeg);
        json.writeEndArray();
    }

    private void writeContext(AcceptedBet.Context context) {
        json.writeObjectPropertyStart("context");
        writeUnlessAbsent("channel", context.channel());
        writeUnlessAbsent("brand", context.brand());
        writeUnlessAbsent("jurisdiction", context.jurisdiction());
        json.writeEndObject();
    }

    private void writeLeg(AcceptedLeg leg) {
        json.writeStartObject();
        json.writeStringProperty("marketId", leg.marketId().value());
        json.writeStringProperty("selectionId", leg.selectionId().value());
        json.writeStringProperty("eventId", leg.eventId().value());
        json.writeStringProperty("priceAsked", leg.priceAsked());
        json.writeStringProperty("price", leg.price());
        AcceptedLeg.EachWay eachWay = leg.eachWay();
        if (eachWay != null) {
            json.writeObjectPropertyStart("eachWay");
            json.writeStringProperty("fraction", eachWay.fraction());
            json.writeNumberProperty("places", eachWay.places());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void writeSettlement(@Nullable BetSettlement settlement) {
        if (settlement == null) {
            json.writeStringProperty("state", "OPEN");
            json.writeNullProperty("returns");
            return;
        }
        json.writeStringProperty("state", settlement.outcome().betState());
        writeReturns(settlement.returns());
        json.writeNumberProperty("settlementVersion", settlement.version());
        json.writeObjectPropertyStart("cause");
        json.writeStringProperty("type", settlement.causeType());
        json.writeStringProperty("ref", settlement.causeRef());
        json.writeEndObject();
        json.writeStringProperty("settledAt", settlement.settledAt().toString());
        json.writeName("proof");
        json.writeRawValue(settlement.proof());
    }

    private void writeReturns(@Nullable Money returns) {
        if (returns == null) {
            json.writeNullProperty("returns");
        } else {
            writeAmount("returns", returns);
        }
    }

    private void writeAmount(String name, long minorUnits) {
        writeAmount(name, new Money(minorUnits, currency()));
    }

    private void writeAmount(String name, Money amount) {
        json.writeStringProperty(name, amount.toDecimalString());
    }

    private void writeUnlessAbsent(String name, @Nullable String value) {
        if (value != null) {
            json.writeStringProperty(name, value);
        }
    }

    private CurrencyCode currency() {
        return event.currency();
    }
}
