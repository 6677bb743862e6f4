package matchnight.settlement.result;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rational;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Header;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import matchnight.settlement.result.Reading.Invalid;
import matchnight.settlement.result.Reading.Reason;
import matchnight.settlement.result.Reading.Valid;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a result event from bytes, all or nothing: the one place where a message becomes a {@link MarketResult}, whether
 * it came by the topic or by the admin API.
 */
public final class ResultReader {

    public static final int MAX_BYTES = 65_536;

    static final Set<String> MEMBERS = Set.of(
            "eventId", "type", "marketId", "version", "certainty", "occurredAt", "outcomes", "from", "to", "reason");

    // Strict by hand: Jackson's defaults keep the last of two equal members and round 10.99 into a whole number.
    public static final JsonMapper STRICT_JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxDocumentLength(MAX_BYTES)
                            .maxNestingDepth(8)
                            .maxStringLength(2_000)
                            .maxNameLength(200)
                            .maxNumberLength(40)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private ResultReader() {}

    public static Reading read(byte @Nullable [] message) {
        if (message == null) {
            return Invalid.whole(Reason.NO_VALUE, "has no value");
        }
        if (message.length == 0) {
            return Invalid.whole(Reason.EMPTY_VALUE, "is empty");
        }
        if (message.length > MAX_BYTES) {
            return Invalid.whole(Reason.TOO_LARGE, "is larger than " + MAX_BYTES + " bytes");
        }
        try {
            return readText(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString());
        } catch (CharacterCodingException undecodable) {
            return Invalid.whole(Reason.NOT_UTF_8, "is not UTF-8");
        }
    }

    private static Reading readText(String text) {
        JsonNode tree;
        try {
            tree = STRICT_JSON.readTree(text);
        } catch (JacksonException malformed) {
            return Invalid.whole(Reason.NOT_JSON, "is not strict JSON: " + malformed.getOriginalMessage());
        } catch (NumberFormatException | ArithmeticException beyondLimits) {
            // The parser leaves an exponent like 1e99999999999 to the number's class, which throws in its own way.
            return Invalid.whole(Reason.NOT_JSON, "has a number beyond every limit");
        }
        if (!tree.isObject()) {
            return Invalid.whole(Reason.WRONG_SHAPE, "is not a JSON object");
        }
        return readEvent(tree);
    }

    private static Reading readEvent(JsonNode tree) {
        Faults faults = new Faults();
        JsonMembers members = JsonMembers.of(tree, "", faults, MEMBERS);
        Type type = members.required("type", members.oneOf("type", Type.class));
        if (type == null && members.has("type")) {
            return new Invalid(Reason.UNKNOWN_TYPE, faults.all());
        }
        Header header = readHeader(members);
        MarketResult result = type == null || header == null ? null : readByType(type, header, members, faults);
        return result != null && faults.isEmpty() ? new Valid(result) : new Invalid(Reason.WRONG_SHAPE, faults.all());
    }

    private enum Type {
        RESULT,
        ROLLBACK,
        CANCEL,
        ROLLBACK_CANCEL
    }

    private static @Nullable Header readHeader(JsonMembers members) {
        String eventId = members.required("eventId", members.text("eventId", 200));
        MarketId marketId = members.required("marketId", members.parsed("marketId", 200, MarketId::new));
        Long version = members.required("version", members.wholeNumber("version", 0, Long.MAX_VALUE));
        Instant occurredAt = members.required("occurredAt", members.time("occurredAt"));
        String reason = members.text("reason", 1_000);
        return eventId == null || marketId == null || version == null || occurredAt == null
                ? null
                : new Header(eventId, marketId, version, occurredAt, reason);
    }

    private static @Nullable MarketResult readByType(Type type, Header header, JsonMembers members, Faults faults) {
        if (type != Type.RESULT) {
            refuse(members, "belongs to RESULT", "certainty", "outcomes");
        }
        if (type == Type.RESULT || type == Type.ROLLBACK) {
            refuse(members, "belongs to CANCEL and ROLLBACK_CANCEL", "from", "to");
        }
        return switch (type) {
            case RESULT -> readResult(header, members, faults);
            case ROLLBACK -> new Rollback(header);
            case CANCEL -> {
                members.required("reason", header.reason());
                Window window = readWindow(members);
                yield window == null ? null : new Cancel(header, window);
            }
            case ROLLBACK_CANCEL -> {
                Window window = readWindow(members);
                yield window == null ? null : new RollbackCancel(header, window);
            }
        };
    }

    private static void refuse(JsonMembers members, String detail, String... names) {
        for (String name : names) {
            if (members.has(name)) {
                members.fault(name, detail);
            }
        }
    }

    private static @Nullable MarketResult readResult(Header header, JsonMembers members, Faults faults) {
        Certainty certainty = members.required("certainty", members.oneOf("certainty", Certainty.class));
        JsonNode outcomes = members.required("outcomes", members.find("outcomes"));
        if (certainty == null || outcomes == null) {
            return null;
        }
        List<Outcome> read = OutcomesJson.read(outcomes, "/outcomes", faults);
        return faults.isEmpty() ? new Result(header, certainty, read) : null;
    }

    private static @Nullable Window readWindow(JsonMembers members) {
        Instant from = members.time("from");
        Instant to = members.time("to");
        if (from != null && to != null && from.isAfter(to)) {
            members.fault("to", "must not be before from");
            return null;
        }
        return new Window(from, to);
    }

    /** A figure as an exact decimal fraction. */
    static Rational exactly(BigDecimal decimal) {
        BigDecimal plain = decimal.scale() < 0 ? decimal.setScale(0) : decimal;
        return new Rational(plain.unscaledValue(), BigInteger.TEN.pow(plain.scale()));
    }
}
