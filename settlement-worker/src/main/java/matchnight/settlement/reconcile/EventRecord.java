package matchnight.settlement.reconcile;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a record of {@code bet-events} says that is also in the outbox.
 *
 * @param day the UTC day of its time, which is that of the outbox's row
 * @param settlementVersion 0 where it tells of no settlement
 */
record EventRecord(
        int partition,
        long offset,
        long id,
        String type,
        String accountId,
        long accountVersion,
        @Nullable String betId,
        int settlementVersion,
        LocalDate day) {

    /** The record's event; null where it is none, or is not keyed by its account. */
    static @Nullable EventRecord read(ConsumerRecord<byte[], byte[]> published) {
        try {
            if (published.value() == null || published.key() == null) {
                return null;
            }
            JsonNode event = JsonMapper.shared().readTree(published.value());
            JsonNode data = event.path("data");
            EventRecord read = new EventRecord(
                    published.partition(),
                    published.offset(),
                    Long.parseLong(event.path("id").stringValue("")),
                    event.path("type").stringValue(""),
                    data.path("accountId").stringValue(""),
                    data.path("version").longValue(-1),
                    data.path("betId").stringValue(null),
                    data.path("settlementVersion").intValue(0),
                    Instant.parse(event.path("time").stringValue(""))
                            .atOffset(ZoneOffset.UTC)
                            .toLocalDate());
            boolean isKeyed = read.accountId.equals(new String(published.key(), StandardCharsets.UTF_8));
            return isKeyed ? read : null;
        } catch (JacksonException | IllegalArgumentException | java.time.DateTimeException noEvent) {
            return null;
        }
    }

    boolean says(OutboxRow row) {
        return row.id() == id
                && row.type().equals(type)
                && row.accountId().equals(accountId)
                && row.accountVersion() == accountVersion
                && Objects.equals(row.betId(), betId)
                && row.settlementVersion() == settlementVersion;
    }

    String position() {
        return partition + "@" + offset;
    }
}
