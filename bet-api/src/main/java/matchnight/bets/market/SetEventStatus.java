package matchnight.bets.market;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import matchnight.bets.audit.AuditEntry;
import matchnight.bets.audit.AuditLog;
import matchnight.ledger.market.EventId;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Opens and suspends an event, and with it all its markets, by changing one row. A suspend answers once no bet on the event
 * can be accepted any more, as {@link SetMarketStatus} does.
 */
@Component
public final class SetEventStatus {

    private static final String SET_STATUS_UNLESS_SO = """
            UPDATE event
               SET status = :status, version = version + 1
             WHERE event_id = :event
               AND status <> :status
            """;

    private static final String READ_EVENT =
            "SELECT event_id, name, status, version FROM event WHERE event_id = :event";

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final RunningPlacements runningPlacements;

    SetEventStatus(
            @Qualifier("tradingJdbc") JdbcClient jdbc,
            @Qualifier("tradingTransactions") TransactionTemplate transactions,
            RunningPlacements runningPlacements) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.runningPlacements = runningPlacements;
    }

    /** Empty when there is no such event. */
    public Optional<Event> open(EventId eventId, String actor) {
        return set(eventId, OpenOrSuspended.OPEN, actor);
    }

    /** Empty when there is no such event. */
    public Optional<Event> suspend(EventId eventId, String actor) {
        Optional<Event> event = set(eventId, OpenOrSuspended.SUSPENDED, actor);
        runningPlacements.awaitEnd();
        return event;
    }

    private Optional<Event> set(EventId eventId, OpenOrSuspended status, String actor) {
        return transactions.execute(_ -> {
            int changed = jdbc.sql(SET_STATUS_UNLESS_SO)
                    .param("event", eventId.value())
                    .param("status", status.name())
                    .update();
            if (changed > 0) {
                AuditLog.record(
                        jdbc,
                        new AuditEntry(actor, "EVENT_STATUS", "event/" + eventId, null, Map.of("to", status.name())));
            }
            return jdbc.sql(READ_EVENT)
                    .param("event", eventId.value())
                    .query(SetEventStatus::event)
                    .optional();
        });
    }

    private static Event event(ResultSet row, int rowNumber) throws SQLException {
        return new Event(
                new EventId(row.getString("event_id")),
                row.getString("name"),
                OpenOrSuspended.valueOf(row.getString("status")),
                row.getLong("version"));
    }
}
