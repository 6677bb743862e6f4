package matchnight.settlement.diagnosis;

import static matchnight.settlement.diagnosis.Facts.given;
import static matchnight.settlement.diagnosis.Verdict.Evidence.atLeast;
import static matchnight.settlement.diagnosis.Verdict.Evidence.beside;

import java.util.Comparator;
import java.util.Optional;
import matchnight.settlement.diagnosis.Readings.OpenTransaction;
import matchnight.settlement.diagnosis.Readings.Table;

/** Why dead rows stay. */
final class JudgeVacuum {

    /** A table without a visit so far is behind when it has so many times what it is visited for. */
    private static final double NEVER_VISITED = 10;

    /** Of a table that autovacuum leaves alone. */
    private static final double DEAD_SHARE = 0.1;

    private JudgeVacuum() {}

    static Optional<Verdict> oldSnapshot(Facts facts) {
        return oldest(facts)
                .flatMap(holder -> worst(facts)
                        .filter(table -> !isFalling(table))
                        .map(table -> oldSnapshot(facts, holder, table)));
    }

    private static Verdict oldSnapshot(Facts facts, OpenTransaction holder, Table table) {
        Double seconds = holder.seconds();
        Long xminAge = holder.xminAge();
        return Verdict.of(
                Mechanism.OLD_SNAPSHOT,
                "Dead rows of " + table.table() + " cannot go: " + named(holder) + " may still see them.",
                "Dead rows that stay when it has ended.",
                seconds == null
                        ? atLeast(
                                "transactions since the holder's",
                                xminAge == null ? 0 : xminAge.doubleValue(),
                                "transactions",
                                (double) facts.limits().oldXminTransactions())
                        : atLeast(
                                "age of the holder's transaction",
                                seconds,
                                "s",
                                facts.limits().oldTransactionSeconds()),
                atLeast(
                        "dead rows of " + table.table(),
                        table.deadRows(),
                        "rows",
                        facts.limits().deadRows()),
                beside("live rows of it", table.liveRows(), "rows"));
    }

    private static String named(OpenTransaction holder) {
        String role = holder.role();
        String state = holder.state();
        String name = switch (holder.kind()) {
            case "SLOT" -> "replication slot " + holder.name();
            case "STANDBY" -> "standby " + holder.name();
            case "PREPARED" -> "prepared transaction " + holder.name();
            default -> "session " + holder.name();
        };
        return name + (role == null ? "" : " of " + role) + (state == null ? "" : " (" + state + ")");
    }

    /** Who holds back most, of those that are old. */
    private static Optional<OpenTransaction> oldest(Facts facts) {
        return given(facts.readings().transactions()).stream()
                .filter(open -> isOld(facts.limits(), open))
                .max(Comparator.comparingLong(open -> open.xminAge() == null ? 0 : open.xminAge()));
    }

    private static boolean isOld(Thresholds limits, OpenTransaction open) {
        Double seconds = open.seconds();
        Long xminAge = open.xminAge();
        return xminAge != null
                && (seconds == null
                        ? xminAge >= limits.oldXminTransactions()
                        : seconds >= limits.oldTransactionSeconds());
    }

    /** The table with most dead rows, of those that autovacuum would visit. */
    private static Optional<Table> worst(Facts facts) {
        return given(facts.readings().tables()).stream()
                .filter(table -> table.deadRows() >= facts.limits().deadRows())
                .filter(table -> table.vacuumThreshold() == null || table.deadRows() >= table.vacuumThreshold())
                .max(Comparator.comparingDouble(Table::deadRows));
    }

    private static boolean isFalling(Table table) {
        Double before = table.deadRowsBefore();
        return before != null && table.deadRows() < 0.9 * before;
    }

    static Optional<Verdict> autovacuum(Facts facts) {
        if (oldest(facts).isPresent()) {
            return Optional.empty();
        }
        return given(facts.readings().tables()).stream()
                .filter(table -> table.deadRows() >= facts.limits().deadRows() && isLeftBehind(facts.limits(), table))
                .max(Comparator.comparingDouble(Table::deadRows))
                .map(table -> autovacuum(facts, table));
    }

    private static boolean isLeftBehind(Thresholds limits, Table table) {
        Double threshold = table.vacuumThreshold();
        Double seconds = table.autovacuumSeconds();
        if (threshold == null) {
            return !table.vacuumRunning() && table.deadRows() >= DEAD_SHARE * table.liveRows();
        }
        Double before = table.deadRowsBefore();
        if (before != null && before < threshold) {
            // It has come due within this look: nobody could have visited it yet.
            return false;
        }
        boolean isFarBehind = table.deadRows() >= NEVER_VISITED * Math.max(threshold, limits.deadRows());
        return (seconds == null || table.vacuumRunning())
                ? isFarBehind
                : table.deadRows() >= limits.deadRowsOverVacuumThreshold() * threshold
                        && seconds >= limits.autovacuumSeconds();
    }

    private static Verdict autovacuum(Facts facts, Table table) {
        Double threshold = table.vacuumThreshold();
        Double seconds = table.autovacuumSeconds();
        return Verdict.of(
                Mechanism.AUTOVACUUM,
                "Nobody holds dead rows of " + table.table() + " back and they are not cleared away"
                        + (threshold == null ? ": autovacuum is off for it." : "."),
                "A transaction, slot or standby as old as the dead rows, or dead rows that fall by themselves.",
                atLeast(
                        "dead rows of " + table.table(),
                        table.deadRows(),
                        "rows",
                        facts.limits().deadRows()),
                beside("dead rows that autovacuum waits for", threshold == null ? 0 : threshold, "rows"),
                beside("since its last visit, 0 without one", seconds == null ? 0 : seconds, "s"));
    }
}
