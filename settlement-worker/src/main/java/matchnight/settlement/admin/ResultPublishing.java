package matchnight.settlement.admin;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import matchnight.settlement.kafka.KafkaSettings;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Reading;
import matchnight.settlement.result.ResultReader;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Puts a result event on the topic, where it takes the same way as the feed's. Sent again it is the same version with the
 * same content, so that a caller who got no answer may simply repeat it.
 */
@RestController
class ResultPublishing {

    private static final int ACKNOWLEDGEMENT_LIMIT_MILLIS = 1_800;

    private final Producer<byte[], byte[]> producer;
    private final String topic;

    ResultPublishing(Producer<byte[], byte[]> producer, KafkaSettings settings) {
        this.producer = producer;
        this.topic = settings.resultTopic();
    }

    /** Where the event stands in the topic. */
    record Published(int partition, long offset) {}

    @PostMapping(path = "/admin/results", consumes = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Published publish(HttpServletRequest request) throws IOException {
        byte[] body = request.getInputStream().readNBytes(ResultReader.MAX_BYTES + 1);
        return switch (ResultReader.read(body)) {
            case Reading.Invalid invalid -> throw new ProblemException(problemOf(invalid));
            case Reading.Valid(MarketResult result) -> send(result, body);
        };
    }

    private static Problem problemOf(Reading.Invalid invalid) {
        return invalid.reason() == Reading.Reason.TOO_LARGE
                ? Problem.of(ProblemCode.BODY_TOO_LARGE, "At most " + ResultReader.MAX_BYTES + " bytes are accepted")
                : Problem.invalid(invalid.faults());
    }

    private Published send(MarketResult result, byte[] body) {
        byte[] key = result.marketId().value().getBytes(StandardCharsets.UTF_8);
        try {
            RecordMetadata stands = producer.send(new ProducerRecord<>(topic, key, body))
                    .get(ACKNOWLEDGEMENT_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            return new Published(stands.partition(), stands.offset());
        } catch (ExecutionException | TimeoutException | KafkaException unacknowledged) {
            throw busy(unacknowledged);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw busy(stopped);
        }
    }

    private static ProblemException busy(Exception cause) {
        return new ProblemException(
                Problem.of(ProblemCode.BUSY, "The broker has not acknowledged it; send it again"), cause);
    }
}
