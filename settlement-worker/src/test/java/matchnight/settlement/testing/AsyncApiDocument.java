package matchnight.settlement.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/asyncapi.yaml}: its schemas, values that fit them, and whether a value does. */
public final class AsyncApiDocument {

    private final JsonNode document;

    private AsyncApiDocument(JsonNode document) {
        this.document = document;
    }

    public static AsyncApiDocument read() {
        try {
            Object tree = new Yaml(new SafeConstructor(new LoaderOptions()))
                    .load(Files.readString(Path.of("..", "docs", "asyncapi.yaml")));
            return new AsyncApiDocument(JsonMapper.shared().valueToTree(tree));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public JsonNode at(String pointer) {
        JsonNode found = document.at(pointer);
        assertThat(found.isMissingNode()).as(pointer).isFalse();
        return found;
    }

    public JsonNode schema(String name) {
        return at("/components/schemas/" + name);
    }

    /** The schema that a reference leads to; others as they are. */
    public JsonNode resolved(JsonNode schema) {
        return schema.has("$ref") ? at(schema.path("$ref").stringValue().substring(1)) : schema;
    }

    public Set<String> members(JsonNode schema) {
        return new TreeSet<>(resolved(schema).path("properties").propertyNames());
    }

    public static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(item -> texts.add(item.stringValue()));
        return texts;
    }

    /** A value with all members that the schema has; of an enumeration the first. */
    public JsonNode sample(JsonNode schema) {
        JsonNode plain = resolved(schema);
        if (plain.has("const")) {
            return plain.path("const");
        }
        if (plain.has("enum")) {
            return plain.path("enum").get(0);
        }
        if (plain.has("properties")) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            plain.path("properties").forEachEntry((name, member) -> object.set(name, sample(member)));
            return object;
        }
        if (plain.has("items")) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            return array.add(sample(plain.path("items")));
        }
        assertThat(plain.has("examples")).as("a value for " + plain).isTrue();
        return plain.path("examples").get(0);
    }

    /** Fails where the value has members that the schema lacks, lacks some that it requires, or has values it does not list. */
    public void assertFits(JsonNode value, JsonNode schema, String where) {
        JsonNode plain = resolved(schema);
        if (plain.has("const")) {
            assertThat(value).as(where).isEqualTo(plain.path("const"));
        }
        if (plain.has("enum")) {
            assertThat(texts(plain.path("enum"))).as(where).contains(value.stringValue());
        }
        if (plain.has("pattern")) {
            assertThat(value.stringValue())
                    .as(where)
                    .containsPattern(plain.path("pattern").stringValue());
        }
        if (plain.path("type").isString()) {
            assertThat(typeOf(value)).as(where).isEqualTo(plain.path("type").stringValue());
        }
        if (plain.has("properties")) {
            assertThat(members(plain)).as(where).containsAll(value.propertyNames());
            assertThat(value.propertyNames()).as(where).containsAll(texts(plain.path("required")));
            value.forEachEntry((name, member) ->
                    assertFits(member, plain.path("properties").path(name), where + "/" + name));
        }
        for (JsonNode item : plain.has("items") ? value : JsonNodeFactory.instance.arrayNode()) {
            assertFits(item, plain.path("items"), where + "/-");
        }
    }

    private static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "string";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case OBJECT -> "object";
            case ARRAY -> "array";
            case BOOLEAN -> "boolean";
            default -> "null";
        };
    }
}
