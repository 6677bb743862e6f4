package matchnight.bets.problem.http;

import java.util.Arrays;
import java.util.stream.Collectors;
import matchnight.bets.json.InvalidValueException;
import matchnight.bets.problem.Problem;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what was wrong with a body that could not be read, where, and nothing of what was in it. */
final class UnreadableBody {

    private UnreadableBody() {}

    static Problem problem(@Nullable Throwable cause) {
        return switch (cause) {
            case StreamConstraintsException _ ->
                Problem.invalid("", "has a name, text, number or nesting longer than is accepted");
            case InputCoercionException _ -> Problem.invalid("", "has a number that is out of range");
            case DatabindException mismatch -> Problem.invalid(pointer(mismatch), detail(mismatch));
            case JacksonException malformed -> Problem.invalid("", "is not valid JSON" + at(malformed));
            case null, default -> Problem.invalid("", "must be JSON, and is missing");
        };
    }

    private static String detail(DatabindException mismatch) {
        return switch (mismatch) {
            case InvalidValueException invalid -> invalid.detail();
            case UnrecognizedPropertyException _ -> "is not a known member";
            case InvalidFormatException invalid
            when invalid.getTargetType() != null && invalid.getTargetType().isEnum() ->
                "must be one of " + constants(invalid.getTargetType());
            default -> "is missing, null or not of the expected kind";
        };
    }

    private static String constants(Class<?> enumType) {
        return Arrays.stream(enumType.getEnumConstants()).map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String pointer(JacksonException mismatch) {
        var pointer = new StringBuilder();
        for (JacksonException.Reference step : mismatch.getPath()) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? String.valueOf(step.getIndex()) : escaped(name));
        }
        return pointer.toString();
    }

    /** RFC 6901; names are the client's own, so anything but plain text is left out. */
    private static String escaped(String name) {
        String plain = name.replaceAll("[^\\x21-\\x7E]", "?").replace("~", "~0").replace("/", "~1");
        return plain.length() <= 64 ? plain : plain.substring(0, 64) + "…";
    }

    private static String at(JacksonException malformed) {
        TokenStreamLocation location = malformed.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
