package matchnight.settlement.reconcile;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Compares records of the topic with rows of the outbox, of the events behind one id and up to another: a bit for each says
 * whether it was seen. What the topic says is compared as it comes; what it does not say, at the end. For one thread.
 */
final class EventComparison {

    private static final int ROWS_ON_PAGE = 2_000;

    private final OutboxRows outbox;
    private final String owner;
    private final long after;
    private final long upTo;
    private final boolean isFromBeginning;
    private final int most;
    private final Set<LocalDate> retiredDays;
    private final BitSet seen;
    private final Map<String, Drift> drifts = new LinkedHashMap<>();
    private final Map<Integer, Long> firstBeyond = new HashMap<>();
    private long rowsRead;

    /**
     * Begins.
     *
     * @param isFromBeginning whether earlier events may come too, and say nothing; otherwise one that comes was published
     *     again
     * @param most drifts that are kept
     */
    EventComparison(OutboxRows outbox, String owner, long after, long upTo, boolean isFromBeginning, int most)
            throws SQLException {
        this.outbox = outbox;
        this.owner = owner;
        this.after = after;
        this.upTo = upTo;
        this.isFromBeginning = isFromBeginning;
        this.most = most;
        this.retiredDays = outbox.retiredDays();
        this.seen = new BitSet(Math.toIntExact(upTo - after));
    }

    /** Takes in what was published. */
    void take(Iterable<ConsumerRecord<byte[], byte[]>> records) throws SQLException {
        List<EventRecord> compared = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> published : records) {
            EventRecord event = EventRecord.read(published);
            if (event == null) {
                noEvent(published);
            } else if (event.id() > upTo) {
                firstBeyond.putIfAbsent(event.partition(), event.offset());
            } else if (event.id() > after) {
                compared.add(event);
            } else if (!isFromBeginning) {
                drift(event.id(), "DOUBLED", event, "is in the topic again", 1, 2);
            }
        }
        compare(compared);
    }

    private void compare(List<EventRecord> events) throws SQLException {
        if (events.isEmpty()) {
            return;
        }
        Map<Long, OutboxRow> rows = new HashMap<>();
        outbox.of(events).forEach(row -> rows.put(row.id(), row));
        rowsRead += rows.size();
        for (EventRecord event : events) {
            int bit = Math.toIntExact(event.id() - after - 1);
            OutboxRow row = rows.get(event.id());
            if (seen.get(bit)) {
                drift(event.id(), "DOUBLED", event, "is in the topic again", 1, 2);
            } else if (row == null && !retiredDays.contains(event.day())) {
                drift(event.id(), "UNKNOWN", event, "is in the topic, and the outbox has no such row", 0, 1);
            } else if (row != null && !event.says(row)) {
                drift(event.id(), "ALTERED", event, "says something else than its row of the outbox", 1, 1);
            }
            seen.set(bit);
        }
    }

    /**
     * Looks for rows that were not published.
     *
     * @param keptSince what was written earlier may have left the topic already
     */
    void findLost(@Nullable Instant keptSince, Slices.KeepAlive keepAlive) throws SQLException {
        long from = after;
        List<OutboxRow> page;
        do {
            keepAlive.run();
            page = outbox.page(from, upTo, ROWS_ON_PAGE);
            rowsRead += page.size();
            for (OutboxRow row : page) {
                boolean mayHaveLeft = keptSince != null && row.writtenAt().isBefore(keptSince);
                if (!seen.get(Math.toIntExact(row.id() - after - 1)) && !mayHaveLeft) {
                    lost(row);
                }
                from = row.id();
            }
        } while (page.size() == ROWS_ON_PAGE);
    }

    private void lost(OutboxRow row) {
        ObjectNode detail = about(row.id(), row.accountId(), row.accountVersion(), row.type(), row.betId());
        put(detail, "LOST", "is in the outbox, and the relay has passed it, but the topic has it not", 1, 0);
        keep(row.id(), detail);
    }

    private void drift(long id, String found, EventRecord event, String what, int inOutbox, int inTopic) {
        ObjectNode detail = about(id, event.accountId(), event.accountVersion(), event.type(), event.betId());
        detail.put("record", event.position());
        put(detail, found, what, inOutbox, inTopic);
        keep(id, detail);
    }

    private void noEvent(ConsumerRecord<byte[], byte[]> published) {
        String position = published.partition() + "@" + published.offset();
        ObjectNode detail = JsonNodeFactory.instance.objectNode().put("record", position);
        put(detail, "FOREIGN", "the record is no event of the ledger under its account's key", 0, 1);
        keepUnder("record/" + position, detail);
    }

    private static ObjectNode about(long id, String accountId, long version, String type, @Nullable String betId) {
        ObjectNode detail = JsonNodeFactory.instance
                .objectNode()
                .put("eventId", Long.toString(id))
                .put("type", type)
                .put("accountId", accountId);
        detail.putObject("firstDivergence").put("entryVersion", version).put("betId", betId);
        return detail;
    }

    private static void put(ObjectNode detail, String found, String what, int inOutbox, int inTopic) {
        detail.put("found", found)
                .put("what", what)
                .put("rowsInOutbox", inOutbox)
                .put("recordsInTopic", inTopic);
    }

    private void keep(long id, ObjectNode detail) {
        keepUnder("event/" + id, detail);
    }

    private void keepUnder(String subject, ObjectNode detail) {
        if (drifts.size() < most) {
            drifts.putIfAbsent(subject, new Drift(DriftKind.EVENT_DRIFT, subject, owner, detail));
        }
    }

    /** What was seen, with the offsets at which the next comparison begins. */
    Examined examined(Map<Integer, Long> ends) {
        Map<Integer, Long> next = new HashMap<>(ends);
        next.putAll(firstBeyond);
        return new Examined(null, seen.cardinality(), rowsRead, List.copyOf(drifts.values()), 0, next);
    }
}
