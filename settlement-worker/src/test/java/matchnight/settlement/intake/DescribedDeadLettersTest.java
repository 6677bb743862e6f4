package matchnight.settlement.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.TreeSet;
import matchnight.settlement.testing.AsyncApiDocument;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code docs/asyncapi.yaml} says of {@code market-results.dead-letter} is what is sent there. */
class DescribedDeadLettersTest {

    private static final AsyncApiDocument DESCRIPTION = AsyncApiDocument.read();

    @Test
    void theHeadersAreTheDescribedOnes() {
        for (DeadLetter.Code code : DeadLetter.Code.values()) {
            ObjectNode sent = JsonNodeFactory.instance.objectNode();
            DeadLetters.headers(new ConsumerRecord<>("market-results", 3, 17, null, null), new DeadLetter(code, "why"))
                    .forEach(header -> sent.put(header.key(), new String(header.value(), UTF_8)));
            DESCRIPTION.assertFits(sent, DESCRIPTION.schema("DeadLetterHeaders"), code.name());
            assertThat(sent.propertyNames())
                    .containsExactlyInAnyOrderElementsOf(DESCRIPTION.members(DESCRIPTION.schema("DeadLetterHeaders")));
        }
    }

    @Test
    void theReasonsAreThoseOfTheCode() {
        assertThat(AsyncApiDocument.texts(DESCRIPTION.schema("DeadLetterReason").path("enum")))
                .isEqualTo(
                        Arrays.stream(DeadLetter.Code.values()).map(Enum::name).collect(toCollection(TreeSet::new)));
    }
}
