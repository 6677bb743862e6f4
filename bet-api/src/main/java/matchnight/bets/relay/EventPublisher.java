package matchnight.bets.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import matchnight.ledger.event.AccountEvent;
import matchnight.ledger.event.CloudEventJson;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends events to the topic and waits for every acknowledgement.
 *
 * <p>One request a connection is under way at a time, and the first failure closes the producer on the spot. So no later
 * event of a partition reaches the topic for the first time before an earlier one that failed; the next call begins with a
 * new producer. Used by one thread.
 */
final class EventPublisher implements AutoCloseable {

    private static final List<Header> HEADERS =
            List.of(new RecordHeader("content-type", CloudEventJson.CONTENT_TYPE.getBytes(US_ASCII)));

    private static final Duration ACKNOWLEDGEMENT_GRACE = Duration.ofSeconds(1);

    private final Map<String, Object> configuration;
    private final RelaySettings settings;
    private @Nullable Producer<String, byte[]> producer;

    /** Connects only when there is something to send: a broker that is down stops nobody from starting. */
    EventPublisher(Map<String, Object> connection, RelaySettings settings) {
        this.configuration = configure(connection, settings);
        this.settings = settings;
    }

    private static Map<String, Object> configure(Map<String, Object> connection, RelaySettings settings) {
        Map<String, Object> configuration = new HashMap<>(connection);
        configuration.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        configuration.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        configuration.put(ProducerConfig.CLIENT_ID_CONFIG, "bet-events-relay");
        configuration.put(ProducerConfig.ACKS_CONFIG, "all");
        configuration.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configuration.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        configuration.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        configuration.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        configuration.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
        configuration.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, settings.maxRecordBytes());
        configuration.put(
                ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.maxBlock().toMillis());
        configuration.put(
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                Math.toIntExact(settings.deliveryTimeout().toMillis()));
        configuration.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                Math.toIntExact(settings.requestTimeout().toMillis()));
        configuration.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 1000L);
        configuration.put(ProducerConfig.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 2000L);
        configuration.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 100L);
        configuration.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1000L);
        return configuration;
    }

    /**
     * Returns once the broker has acknowledged every event.
     *
     * @param sendUntilNanos nothing is sent after this moment of {@link System#nanoTime}
     * @throws PublishFailedException if one was not acknowledged; some of those after it may have been
     */
    void publish(List<AccountEvent> events, long sendUntilNanos) {
        var flight = new Flight(open(), sendUntilNanos);
        flight.send(events);
        int acknowledged = flight.awaitAcknowledgements();
        if (acknowledged < events.size()) {
            close();
            throw flight.failure(acknowledged, events.get(acknowledged));
        }
    }

    private Producer<String, byte[]> open() {
        Producer<String, byte[]> open = producer;
        if (open == null) {
            try {
                open = new KafkaProducer<>(configuration);
            } catch (RuntimeException refused) {
                throw new PublishFailedException(
                        0, "The producer could not be made: " + FailureText.of(refused), refused);
            }
            producer = open;
        }
        return open;
    }

    /** Drops the producer at once. Meant for after the acknowledgements, or when they no longer matter. */
    @Override
    public void close() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }

    /** One page under way. */
    private final class Flight {

        private final Producer<String, byte[]> via;
        private final long sendUntilNanos;
        private final List<Future<RecordMetadata>> sent = new ArrayList<>();
        private final AtomicReference<@Nullable Refusal> firstRefusal = new AtomicReference<>();

        Flight(Producer<String, byte[]> via, long sendUntilNanos) {
            this.via = via;
            this.sendUntilNanos = sendUntilNanos;
        }

        void send(List<AccountEvent> events) {
            for (AccountEvent event : events) {
                if (firstRefusal.get() != null) {
                    return;
                }
                if (System.nanoTime() - sendUntilNanos > 0) {
                    fail(event, new TimeoutException("The lease is too short to send any more"));
                    return;
                }
                send(event);
            }
        }

        private void send(AccountEvent event) {
            var message = new ProducerRecord<>(
                    settings.topic(), null, event.accountId().value(), CloudEventJson.render(event), HEADERS);
            try {
                sent.add(via.send(message, (metadata, failure) -> {
                    if (failure != null) {
                        fail(event, failure);
                    }
                }));
            } catch (RuntimeException refused) {
                fail(event, refused);
            }
        }

        // Runs in the producer's own thread for an answer of the broker, before it sends anything more.
        private void fail(AccountEvent event, Throwable cause) {
            String detail = "Outbox row " + event.outboxId() + " (" + event.type() + "): " + FailureText.of(cause);
            if (firstRefusal.compareAndSet(null, new Refusal(detail, cause))) {
                via.close(Duration.ZERO);
            }
        }

        /** How many were acknowledged, up to the first that was not. */
        int awaitAcknowledgements() {
            long deadlineNanos = System.nanoTime()
                    + settings.deliveryTimeout().plus(ACKNOWLEDGEMENT_GRACE).toNanos();
            int acknowledged = 0;
            for (Future<RecordMetadata> answer : sent) {
                if (!isAcknowledged(answer, deadlineNanos)) {
                    break;
                }
                acknowledged++;
            }
            return acknowledged;
        }

        private boolean isAcknowledged(Future<RecordMetadata> answer, long deadlineNanos) {
            try {
                answer.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
                return true;
            } catch (ExecutionException | TimeoutException notAcknowledged) {
                return false;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        PublishFailedException failure(int acknowledged, AccountEvent firstPending) {
            Refusal refusal = firstRefusal.get();
            if (refusal == null) {
                String detail = "Outbox row " + firstPending.outboxId() + " (" + firstPending.type()
                        + "): not acknowledged in time";
                refusal = new Refusal(detail, new TimeoutException(detail));
            }
            return new PublishFailedException(acknowledged, refusal.detail(), refusal.cause());
        }
    }

    private record Refusal(String detail, Throwable cause) {}
}
