package matchnight.settlement.result;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Header;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A market's stored events, as one JSON value that a statement brings along with whatever else it reads. */
public final class StoredEvents {

    /**
     * An aggregate over rows of {@code standing_result_event}, called {@code result_event}, that {@link #read} understands;
     * null without a row. Its times are in UTC whatever the session's zone: in another the last hours of 9999 lie in a year
     * of five digits.
     */
    public static final String AGGREGATE = """
            jsonb_agg(jsonb_build_object(
                'eventId', result_event.event_id, 'type', result_event.type, 'version', result_event.version,
                'certainty', result_event.certainty, 'outcomes', result_event.outcomes,
                'from', to_jsonb(result_event.window_from AT TIME ZONE 'UTC') #>> '{}' || 'Z',
                'to', to_jsonb(result_event.window_to AT TIME ZONE 'UTC') #>> '{}' || 'Z',
                'occurredAt', to_jsonb(result_event.occurred_at AT TIME ZONE 'UTC') #>> '{}' || 'Z'))
            """;

    private static final JsonMapper JSON = JsonMapper.shared();

    private StoredEvents() {}

    /** Reads the value of {@link #AGGREGATE}. */
    public static List<MarketResult> read(MarketId marketId, @Nullable String aggregate) {
        if (aggregate == null) {
            return List.of();
        }
        List<MarketResult> events = new ArrayList<>();
        for (JsonNode event : JSON.readTree(aggregate)) {
            events.add(readEvent(marketId, event));
        }
        return events;
    }

    private static MarketResult readEvent(MarketId marketId, JsonNode event) {
        Header header = new Header(
                event.get("eventId").stringValue(),
                marketId,
                event.get("version").longValue(),
                requiredTime(event),
                null);
        String type = event.get("type").stringValue();
        return switch (type) {
            case "RESULT" ->
                new Result(
                        header,
                        Certainty.valueOf(event.get("certainty").stringValue()),
                        OutcomesJson.readStored(event.get("outcomes")));
            case "ROLLBACK" -> new Rollback(header);
            case "CANCEL" -> new Cancel(header, window(event));
            case "ROLLBACK_CANCEL" -> new RollbackCancel(header, window(event));
            default -> throw new IllegalStateException("Stored event of unknown type " + type);
        };
    }

    private static Instant requiredTime(JsonNode event) {
        return OffsetDateTime.parse(event.get("occurredAt").stringValue()).toInstant();
    }

    private static Window window(JsonNode event) {
        return new Window(time(event.get("from")), time(event.get("to")));
    }

    private static @Nullable Instant time(JsonNode text) {
        return text.isNull() ? null : OffsetDateTime.parse(text.stringValue()).toInstant();
    }
}
