package matchnight.bets.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * Reads text: a JSON string only, well-formed Unicode, without control characters. PostgreSQL cannot store a NUL, and
 * a lone surrogate would come back as a question mark.
 */
final class StrictStrings extends ValueDeserializer<String> {

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new InvalidValueException(parser, String.class, "must be a string");
        }
        String text = parser.getString();
        if (!isStorable(text)) {
            throw new InvalidValueException(
                    parser, String.class, "must be text without control characters and lone surrogates");
        }
        return text;
    }

    static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
