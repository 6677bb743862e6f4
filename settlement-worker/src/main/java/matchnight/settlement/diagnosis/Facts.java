package matchnight.settlement.diagnosis;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import matchnight.ledger.barrier.PlacingRoles;
import matchnight.settlement.diagnosis.Readings.Pool;
import matchnight.settlement.diagnosis.Readings.Root;
import matchnight.settlement.diagnosis.Readings.Wait;
import org.jspecify.annotations.Nullable;

/** What the rules ask of the readings, and the thresholds that they hold it against. */
record Facts(Readings readings, Thresholds limits) {

    static final String SETTLING_ROLE = "settlement_worker";
    private static final Set<String> ROW_WAITS = Set.of("transactionid", "tuple");

    /** A member that the rule said it needs. */
    static <T> T given(@Nullable T member) {
        return Objects.requireNonNull(member, "a rule reads what it did not say it needs");
    }

    Readings.Sessions sessions() {
        return given(readings.sessions());
    }

    /** Sessions that wait for another transaction to let go of a row. */
    double rowWaits() {
        return waits(wait -> isRowWait(wait));
    }

    double rowWaitsOfPlacement() {
        return waits(wait -> isRowWait(wait) && PlacingRoles.NAMES.contains(wait.role()));
    }

    double lockWaits() {
        return waits(wait -> wait.type().equals("Lock"));
    }

    double lockWaits(String role) {
        return waits(wait -> wait.type().equals("Lock") && wait.role().equals(role));
    }

    double standbyWaits() {
        return waits(wait -> wait.event().equals("SyncRep"));
    }

    private static boolean isRowWait(Wait wait) {
        return wait.type().equals("Lock") && ROW_WAITS.contains(wait.event());
    }

    private double waits(Predicate<Wait> which) {
        return sessions().waits().stream()
                .filter(which)
                .mapToDouble(Wait::sessions)
                .sum();
    }

    double active(String role) {
        return sessions().roles().stream()
                .filter(each -> each.role().equals(role))
                .mapToDouble(Readings.Role::active)
                .sum();
    }

    double activeOfPlacement() {
        return PlacingRoles.NAMES.stream().mapToDouble(this::active).sum();
    }

    /** The cores are as good as full. */
    boolean isProcessorFull() {
        return sessions().onProcessor() >= processorLimit();
    }

    double processorLimit() {
        return limits.processorShare() * sessions().databaseCores();
    }

    /** The pool that most threads wait for, of those for which enough do. */
    Optional<Pool> pendingPool() {
        List<Pool> pools = readings.pools();
        return pools == null
                ? Optional.empty()
                : pools.stream()
                        .filter(pool -> pool.pending() >= limits.poolPendingThreads())
                        .max(Comparator.comparingDouble(Pool::pending));
    }

    /** Connections that a role may have by all pools of it. */
    double poolSize(String role) {
        return given(readings.pools()).stream()
                .filter(pool -> pool.role().equals(role))
                .mapToDouble(Pool::size)
                .sum();
    }

    /** Share of the waiters whose root is of such a role, 0 to 1. */
    double rootShare(Predicate<String> role) {
        List<Root> roots = given(readings.blocking()).roots();
        double all = roots.stream().mapToInt(Root::waiters).sum();
        double some = roots.stream()
                .filter(root -> role.test(root.role()))
                .mapToInt(Root::waiters)
                .sum();
        return all == 0 ? 0 : some / all;
    }

    Optional<Root> mainRoot() {
        Readings.Blocking blocking = readings.blocking();
        return blocking == null
                ? Optional.empty()
                : blocking.roots().stream().max(Comparator.comparingInt(Root::waiters));
    }

    static String named(Root root) {
        String application = root.application();
        return "session " + root.pid() + " of " + root.role()
                + (application == null || application.isEmpty() ? "" : " (" + application + ")");
    }
}
