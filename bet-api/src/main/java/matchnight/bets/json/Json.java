package matchnight.bets.json;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes JSON member by member, for answers that must come out the same byte for byte when they are rendered again:
 * no mapper's setting, and no new member of a record, can change them by accident.
 */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** UTF-8 JSON without white space. */
    public static byte[] render(Consumer<JsonGenerator> content) {
        var bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            content.accept(json);
        }
        return bytes.toByteArray();
    }

    /** RFC 3339 in UTC to the microsecond; the fraction has 0, 3 or 6 digits, as few as hold it. */
    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MICROS).toString();
    }

    public static void writeTime(JsonGenerator json, String name, Instant instant) {
        json.writeStringProperty(name, time(instant));
    }

    /** Writes the member as null when there is no text. */
    public static void writeNullable(JsonGenerator json, String name, @Nullable String text) {
        if (text == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, text);
        }
    }

    /** Writes no member when there is no text. */
    public static void writeOptional(JsonGenerator json, String name, @Nullable String text) {
        if (text != null) {
            json.writeStringProperty(name, text);
        }
    }
}
