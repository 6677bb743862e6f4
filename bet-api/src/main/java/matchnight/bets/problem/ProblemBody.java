package matchnight.bets.problem;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import matchnight.bets.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Renders problems. The same problem always becomes the same bytes: {@code type}, {@code title}, {@code status},
 * {@code detail}, {@code code}, {@code retry}, {@code errors} if there are any, then the further members by name, as
 * are the members of maps inside them. A stored refusal is answered again by rendering it again.
 */
public final class ProblemBody {

    public static final String MEDIA_TYPE = "application/problem+json";

    private ProblemBody() {}

    /** UTF-8 JSON without white space. */
    public static byte[] render(Problem problem) {
        return Json.render(json -> write(json, problem));
    }

    private static void write(JsonGenerator json, Problem problem) {
        ProblemCode code = problem.code();
        json.writeStartObject();
        json.writeStringProperty("type", code.type());
        json.writeStringProperty("title", code.title());
        json.writeNumberProperty("status", code.status());
        json.writeStringProperty("detail", problem.detail());
        json.writeStringProperty("code", code.name());
        json.writeStringProperty("retry", code.retry().text());
        if (!problem.errors().isEmpty()) {
            writeErrors(json, problem.errors());
        }
        problem.members().forEach((name, value) -> {
            json.writeName(name);
            writeValue(json, value);
        });
        json.writeEndObject();
    }

    private static void writeErrors(JsonGenerator json, List<PointerError> errors) {
        json.writeArrayPropertyStart("errors");
        for (PointerError error : errors) {
            json.writeStartObject();
            json.writeStringProperty("pointer", error.pointer());
            json.writeStringProperty("detail", error.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeValue(JsonGenerator json, @Nullable Object value) {
        switch (value) {
            case null -> json.writeNull();
            case String text -> json.writeString(text);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Boolean flag -> json.writeBoolean(flag);
            case List<?> list -> {
                json.writeStartArray();
                list.forEach(item -> writeValue(json, item));
                json.writeEndArray();
            }
            case Map<?, ?> map -> writeObject(json, map);
            default ->
                throw new IllegalArgumentException("A problem's members are JSON values, not "
                        + value.getClass().getName());
        }
    }

    private static void writeObject(JsonGenerator json, Map<?, ?> map) {
        var sorted = new TreeMap<String, @Nullable Object>();
        map.forEach((name, value) -> sorted.put(String.valueOf(name), value));
        json.writeStartObject();
        sorted.forEach((name, value) -> {
            json.writeName(name);
            writeValue(json, value);
        });
        json.writeEndObject();
    }
}
