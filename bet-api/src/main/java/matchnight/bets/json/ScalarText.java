package matchnight.bets.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The text of a scalar, as it was written. Bounded by the parser's own limits. */
final class ScalarText {

    private ScalarText() {}

    static String string(JsonParser parser, Class<?> wanted, String otherwise) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getString();
        }
        throw new InvalidValueException(parser, wanted, otherwise);
    }

    static String stringOrNumber(JsonParser parser, Class<?> wanted, String otherwise) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
            return parser.getString();
        }
        return string(parser, wanted, otherwise);
    }
}
