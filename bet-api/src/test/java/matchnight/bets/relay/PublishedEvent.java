package matchnight.bets.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One record of the topic, as a consumer reads it. */
record PublishedEvent(String key, String value, String contentType, JsonNode json) {

    private static final JsonMapper MAPPER = new JsonMapper();

    static PublishedEvent of(ConsumerRecord<String, byte[]> found) {
        String value = new String(found.value(), UTF_8);
        String contentType =
                new String(found.headers().lastHeader("content-type").value(), UTF_8);
        return new PublishedEvent(found.key(), value, contentType, MAPPER.readTree(value));
    }

    String id() {
        return json.get("id").asString();
    }

    String type() {
        return json.get("type").asString();
    }

    Instant time() {
        return Instant.parse(json.get("time").asString());
    }

    long version() {
        return data().get("version").asLong();
    }

    JsonNode data() {
        return json.get("data");
    }
}
