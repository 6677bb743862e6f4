package matchnight.bets.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/** Reads a time: RFC 3339 in a JSON string, of the years 2000 to 9999, kept to the microsecond as the database does. */
public final class StrictInstants extends ValueDeserializer<Instant> {

    // RFC 3339 section 5.6. OffsetDateTime alone takes less (no seconds) and more (signed years).
    private static final Pattern FORM = Pattern.compile(
            "[2-9][0-9]{3}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})");
    // An offset may carry the last hours of 9999 into a year that RFC 3339 cannot write.
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");
    private static final String WANTED = "must be a time as RFC 3339 writes it, such as \"2026-01-31T20:00:00Z\"";

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new InvalidValueException(parser, Instant.class, WANTED);
        }
        try {
            return parse(parser.getString());
        } catch (IllegalArgumentException invalid) {
            throw new InvalidValueException(parser, Instant.class, WANTED);
        }
    }

    /**
     * Reads a time that stands outside a JSON document.
     *
     * @throws IllegalArgumentException when the text is not of the form, or names no real moment
     */
    public static Instant parse(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(WANTED);
        }
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
            if (instant.isAfter(LATEST)) {
                throw new IllegalArgumentException(WANTED);
            }
            return instant;
        } catch (DateTimeException noSuchMoment) {
            throw new IllegalArgumentException(WANTED, noSuchMoment);
        }
    }
}
