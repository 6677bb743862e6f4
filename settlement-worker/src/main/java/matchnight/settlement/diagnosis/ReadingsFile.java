package matchnight.settlement.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Readings and what was said of them as JSON; {@code docs/diagnosis.md} describes the members. */
public final class ReadingsFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    /** For answers, which may come from a newer worker. */
    private static final JsonMapper LENIENT = JSON.rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ReadingsFile() {}

    /**
     * Reads the readings that somebody brings: an object of their members, or a whole look, which has them under {@code
     * readings}.
     *
     * @throws IllegalArgumentException with the member that is wrong, as a predicate: "is …" or "has …"
     */
    public static Readings read(String json) {
        try {
            JsonNode tree = JSON.readTree(json);
            if (!tree.isObject()) {
                throw new IllegalArgumentException("is no JSON object");
            }
            JsonNode readings = tree.has("readings") ? tree.get("readings") : tree;
            return JSON.treeToValue(readings, Readings.class);
        } catch (DatabindException wrong) {
            throw new IllegalArgumentException(
                    "has a wrong member at " + pointer(wrong) + ": " + wrong.getOriginalMessage(), wrong);
        } catch (JacksonException unreadable) {
            throw new IllegalArgumentException("is no JSON: " + unreadable.getOriginalMessage(), unreadable);
        }
    }

    /**
     * Reads a whole look as it was answered, verdicts included.
     *
     * @throws IllegalArgumentException as {@link #read}
     */
    public static Diagnosis readLook(String json) {
        try {
            return LENIENT.readValue(json, Diagnosis.class);
        } catch (DatabindException wrong) {
            throw new IllegalArgumentException(
                    "has a wrong member at " + pointer(wrong) + ": " + wrong.getOriginalMessage(), wrong);
        } catch (JacksonException unreadable) {
            throw new IllegalArgumentException("is no JSON: " + unreadable.getOriginalMessage(), unreadable);
        }
    }

    private static String pointer(DatabindException wrong) {
        StringBuilder pointer = new StringBuilder();
        wrong.getPath()
                .forEach(step -> pointer.append('/')
                        .append(
                                step.getPropertyName() == null
                                        ? Integer.toString(step.getIndex())
                                        : step.getPropertyName()));
        return pointer.toString();
    }

    /** A look as JSON, members without a value left out. */
    public static String write(Diagnosis diagnosis) {
        return JSON.writeValueAsString(diagnosis);
    }
}
