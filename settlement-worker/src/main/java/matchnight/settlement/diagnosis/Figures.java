package matchnight.settlement.diagnosis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The numbers of readings by their names, in a fixed order, for a person to read or for one look to be held against another. */
public final class Figures {

    /**
     * One number.
     *
     * @param matters how far it has to move at least before a difference is worth a word, in its unit
     */
    public record Figure(double value, String unit, double matters) {}

    private final Map<String, Figure> byName = new LinkedHashMap<>();

    private Figures() {}

    /** What is there; whatever was not read has no figure. */
    public static Map<String, Figure> of(Readings readings) {
        Figures figures = new Figures();
        figures.addSessions(readings);
        for (Readings.Pool pool : orNone(readings.pools())) {
            String name = pool.service() + " pool " + pool.pool();
            figures.add(name + ": threads that wait", pool.pending(), "threads", 0.5);
            figures.add(name + ": mean wait", pool.acquireMillis(), "ms", 5);
        }
        for (Readings.Table table : orNone(readings.tables())) {
            figures.add("dead rows of " + table.table(), table.deadRows(), "rows", 1_000);
            figures.add("HOT share of " + table.table(), table.hotShare(), "", 0.05);
        }
        figures.addPaths(readings);
        for (Readings.Slot slot : orNone(readings.slots())) {
            figures.add("safe WAL of slot " + slot.slot(), slot.safeWalBytes(), "bytes", 64 << 20);
            figures.add("WAL kept for slot " + slot.slot(), slot.retainedWalBytes(), "bytes", 64 << 20);
        }
        for (Readings.Standby standby : orNone(readings.standbys())) {
            figures.add("replay lag of " + standby.standby(), standby.replayLagSeconds(), "s", 1);
        }
        for (Readings.Statement statement : orNone(readings.statements())) {
            figures.add("mean time of statement " + statement.id(), statement.meanMillisInSpan(), "ms", 1);
        }
        return figures.byName;
    }

    private void addSessions(Readings readings) {
        Readings.Sessions sessions = readings.sessions();
        if (sessions != null) {
            Facts facts = new Facts(readings, Thresholds.standard());
            add("connections", sessions.connections(), "sessions", 5);
            add("active sessions", sessions.active(), "sessions", 1);
            add("sessions that wait for nothing", sessions.onProcessor(), "sessions", 1);
            add("sessions that wait for locks", facts.lockWaits(), "sessions", 0.5);
            add("sessions idle in transaction", sessions.idleInTransaction(), "sessions", 1);
        }
        List<Readings.OpenTransaction> open = orNone(readings.transactions());
        add(
                "oldest transaction",
                open.stream()
                        .map(Readings.OpenTransaction::seconds)
                        .mapToDouble(seconds -> seconds == null ? 0 : seconds)
                        .max()
                        .orElse(0),
                "s",
                2);
    }

    private void addPaths(Readings readings) {
        Readings.Placement placement = readings.placement();
        if (placement != null) {
            add("placements answered", placement.answeredPerSecond(), "/s", 10);
            add("placement p99", placement.p99Millis(), "ms", 10);
        }
        Readings.Backlog backlog = readings.backlog();
        if (backlog != null) {
            add("backlog age", backlog.ageSeconds(), "s", 1);
            add("settlements written", backlog.settledPerSecond(), "/s", 10);
        }
        Readings.Outbox outbox = readings.outbox();
        if (outbox != null) {
            add("age of the oldest unpublished event", outbox.ageSeconds(), "s", 1);
        }
    }

    private void add(String name, @Nullable Number value, String unit, double matters) {
        if (value != null) {
            byName.put(name, new Figure(value.doubleValue(), unit, matters));
        }
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
