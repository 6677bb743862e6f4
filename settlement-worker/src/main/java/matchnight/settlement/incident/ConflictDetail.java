package matchnight.settlement.incident;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.ContentHash;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Header;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.OutcomesJson;
import matchnight.settlement.result.Window;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a person needs to decide between two events of one version: the refused one, whole, and where it stands in its
 * topic. What else was said of the version stands in its {@code others}, in the same form.
 */
public final class ConflictDetail {

    private ConflictDetail() {}

    /** Writes the refused event. */
    public static ObjectNode of(MarketResult event, ContentHash hash, String topic, int partition, long offset) {
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.put("marketId", event.marketId().value());
        detail.put("version", event.version());
        detail.put("eventId", event.header().eventId());
        detail.put("occurredAt", event.header().occurredAt().toString());
        detail.put("reason", event.header().reason());
        detail.put("contentHash", hash.hex());
        detail.put("topic", topic);
        detail.put("partition", partition);
        detail.put("offset", offset);
        detail.put("type", event.type());
        switch (event) {
            case Result result -> {
                detail.put("certainty", result.certainty().name());
                detail.set("outcomes", JsonMapper.shared().readTree(OutcomesJson.write(result.outcomes())));
            }
            case Cancel cancel -> putWindow(detail, cancel.window());
            case RollbackCancel undone -> putWindow(detail, undone.window());
            case Rollback _ -> {}
        }
        return detail;
    }

    private static void putWindow(ObjectNode detail, Window window) {
        detail.put("from", window.from() == null ? null : window.from().toString());
        detail.put("to", window.to() == null ? null : window.to().toString());
    }

    /** All contents that were refused, in the order in which they came, each as {@link #of} wrote it. */
    static List<JsonNode> contents(JsonNode detail) {
        List<JsonNode> contents = new ArrayList<>(List.of(detail));
        detail.path("others").forEach(contents::add);
        return contents;
    }

    /** The hash that tells a content from the others; empty text where it was written without one. */
    static String contentHash(JsonNode content) {
        return content.path("contentHash").stringValue("");
    }

    /**
     * Reads what {@link #of} wrote.
     *
     * @throws IllegalArgumentException if it is something else, such as a detail that another version of the worker wrote
     */
    static MarketResult read(JsonNode content) {
        MarketResult event = readEvent(content);
        if (!ContentHash.of(event).hex().equals(contentHash(content))) {
            throw new IllegalArgumentException("the event does not have the hash that stands beside it");
        }
        return event;
    }

    private static MarketResult readEvent(JsonNode content) {
        Header header = new Header(
                requiredText(content, "eventId"),
                new MarketId(requiredText(content, "marketId")),
                requiredVersion(content),
                time(requiredText(content, "occurredAt")),
                text(content, "reason"));
        String type = requiredText(content, "type");
        return switch (type) {
            case "RESULT" ->
                new Result(
                        header,
                        Certainty.valueOf(requiredText(content, "certainty")),
                        OutcomesJson.readStored(content.path("outcomes")));
            case "ROLLBACK" -> new Rollback(header);
            case "CANCEL" -> new Cancel(header, readWindow(content));
            case "ROLLBACK_CANCEL" -> new RollbackCancel(header, readWindow(content));
            default -> throw new IllegalArgumentException("its type is " + type);
        };
    }

    private static Window readWindow(JsonNode content) {
        String from = text(content, "from");
        String to = text(content, "to");
        return new Window(from == null ? null : time(from), to == null ? null : time(to));
    }

    private static long requiredVersion(JsonNode content) {
        JsonNode version = content.path("version");
        if (!version.isIntegralNumber() || !version.canConvertToLong()) {
            throw new IllegalArgumentException("it has no version");
        }
        return version.longValue();
    }

    private static String requiredText(JsonNode content, String name) {
        String text = text(content, name);
        if (text == null) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return text;
    }

    private static @Nullable String text(JsonNode content, String name) {
        JsonNode value = content.path(name);
        return value.isString() ? value.stringValue() : null;
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException noTime) {
            throw new IllegalArgumentException("it has a time that is none", noTime);
        }
    }
}
