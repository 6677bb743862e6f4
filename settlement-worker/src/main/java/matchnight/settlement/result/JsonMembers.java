package matchnight.settlement.result;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the members of one JSON object, strictly: a member of another type, or one that nobody knows, is a fault at its
 * pointer. JSON's null counts as absent. A method returns null when the member is absent or faulty.
 */
public final class JsonMembers {

    // RFC 3339, with an upper or lower case T and Z.
    // What the database takes and RFC 3339 can write, whatever the offset.
    private static final Instant EARLIEST = Instant.parse("1900-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    private static final Pattern RFC_3339 = Pattern.compile(
            "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})");

    // NUL cannot be stored, a lone surrogate cannot be written, and the others only hide what a person should read.
    private static final Pattern PRINTABLE = Pattern.compile("[^\\p{Cc}\\p{Cs}]*");

    private final JsonNode object;
    private final String pointer;
    private final Faults faults;

    private JsonMembers(JsonNode object, String pointer, Faults faults) {
        this.object = object;
        this.pointer = pointer;
        this.faults = faults;
    }

    /** The members of an object at a pointer; unknown ones are faults. */
    public static JsonMembers of(JsonNode object, String pointer, Faults faults, Set<String> known) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!known.contains(member.getKey())) {
                faults.add(pointer + "/" + escaped(member.getKey()), "is no member that is known here");
            }
        }
        return new JsonMembers(object, pointer, faults);
    }

    private static String escaped(String name) {
        String shortened = name.length() <= 64 ? name : name.substring(0, 64);
        return shortened.replace("~", "~0").replace("/", "~1");
    }

    String pointerTo(String name) {
        return pointer + "/" + name;
    }

    /** Notes that the member is wrong. */
    public void fault(String name, String detail) {
        faults.add(pointerTo(name), detail);
    }

    /** The member, or null when it is absent. */
    public @Nullable JsonNode find(String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    boolean has(String name) {
        return find(name) != null;
    }

    /** The value, with a fault noted when the member is absent. */
    public <T> @Nullable T required(String name, @Nullable T value) {
        if (!has(name)) {
            fault(name, "is missing");
        }
        return value;
    }

    /** Text of 1 to {@code maxLength} printable characters. */
    public @Nullable String text(String name, int maxLength) {
        JsonNode value = find(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            fault(name, "must be a string");
            return null;
        }
        String text = value.stringValue();
        if (text.isEmpty()
                || text.length() > maxLength
                || !PRINTABLE.matcher(text).matches()) {
            fault(name, "must be 1 to " + maxLength + " printable characters");
            return null;
        }
        return text;
    }

    /** A value made from a text by {@code parse}, whose IllegalArgumentException says what is wrong with it. */
    public <T> @Nullable T parsed(String name, int maxLength, Function<String, T> parse) {
        String text = text(name, maxLength);
        if (text == null) {
            return null;
        }
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException refused) {
            fault(name, messageOf(refused));
            return null;
        }
    }

    static String messageOf(IllegalArgumentException refused) {
        String message = refused.getMessage();
        return message == null ? "is refused" : message;
    }

    <E extends Enum<E>> @Nullable E oneOf(String name, Class<E> type) {
        String text = text(name, 64);
        if (text == null) {
            return null;
        }
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        fault(name, "must be one of " + String.join(", ", names(type)));
        return null;
    }

    private static <E extends Enum<E>> String[] names(Class<E> type) {
        E[] constants = type.getEnumConstants();
        String[] names = new String[constants.length];
        for (int i = 0; i < constants.length; i++) {
            names[i] = constants[i].name();
        }
        return names;
    }

    /** A whole number, written as one. */
    @Nullable
    Long wholeNumber(String name, long min, long max) {
        JsonNode value = find(name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            fault(name, "must be a whole number from " + min + " to " + max);
            return null;
        }
        return value.longValue();
    }

    /** A number or a string with one in it, without sign and exponent. */
    @Nullable
    BigDecimal decimal(String name, int maxWholeDigits, int maxDecimals) {
        String text = plainNumberText(name);
        if (text == null) {
            return null;
        }
        if (!text.matches("[0-9]{1," + maxWholeDigits + "}(?:\\.[0-9]{1," + maxDecimals + "})?")) {
            fault(name, "must be a plain number with at most " + maxDecimals + " decimals");
            return null;
        }
        return new BigDecimal(text);
    }

    private @Nullable String plainNumberText(String name) {
        JsonNode value = find(name);
        return value != null && value.isNumber() ? numberText(value) : text(name, 64);
    }

    private static String numberText(JsonNode number) {
        BigDecimal value = number.decimalValue();
        // A negative scale, or one past what any figure here has, was written with an exponent or is far too long.
        return Math.abs(value.scale()) > 64 ? "" : value.toString();
    }

    /** An RFC 3339 time, to the microsecond. */
    public @Nullable Instant time(String name) {
        String text = text(name, 64);
        if (text == null) {
            return null;
        }
        try {
            if (RFC_3339.matcher(text).matches()) {
                Instant time = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
                if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
                    return time;
                }
            }
        } catch (DateTimeException noSuchTime) {
            // Said below: the form is right and the day or hour does not exist.
        }
        fault(name, "must be an RFC 3339 time such as 2026-01-31T20:45:00Z");
        return null;
    }
}
