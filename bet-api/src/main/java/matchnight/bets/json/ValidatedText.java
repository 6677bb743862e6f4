package matchnight.bets.json;

import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;

/** Reads a value that validates its own text and says what it wants by an {@link IllegalArgumentException}. */
final class ValidatedText<T> extends ValueDeserializer<T> {

    private final Class<T> type;
    private final Function<String, T> valueOf;
    private final boolean numbersToo;

    private ValidatedText(Class<T> type, Function<String, T> valueOf, boolean numbersToo) {
        this.type = type;
        this.valueOf = valueOf;
        this.numbersToo = numbersToo;
    }

    /** From a JSON string only: an id of 2^53 + 1 sent as a number was changed by its sender already. */
    static <T> ValidatedText<T> string(Class<T> type, Function<String, T> valueOf) {
        return new ValidatedText<>(type, valueOf, false);
    }

    /** From a JSON string or the text of a JSON number. */
    static <T> ValidatedText<T> stringOrNumber(Class<T> type, Function<String, T> valueOf) {
        return new ValidatedText<>(type, valueOf, true);
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) {
        String text = numbersToo
                ? ScalarText.stringOrNumber(parser, type, "must be a string or a number")
                : ScalarText.string(parser, type, "must be a string");
        return read(text, parser, "");
    }

    private T read(String text, JsonParser parser, String subject) {
        try {
            return valueOf.apply(text);
        } catch (IllegalArgumentException invalid) {
            throw new InvalidValueException(parser, type, subject + invalid.getMessage());
        }
    }

    /** The same for the names of a JSON object. */
    KeyDeserializer asName() {
        return new KeyDeserializer() {
            @Override
            public Object deserializeKey(String name, DeserializationContext context) {
                return read(name, context.getParser(), "has a name that ");
            }
        };
    }
}
