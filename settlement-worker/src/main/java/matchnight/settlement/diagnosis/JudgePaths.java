package matchnight.settlement.diagnosis;

import static matchnight.settlement.diagnosis.Facts.given;
import static matchnight.settlement.diagnosis.Verdict.Evidence.atLeast;
import static matchnight.settlement.diagnosis.Verdict.Evidence.below;
import static matchnight.settlement.diagnosis.Verdict.Evidence.beside;

import java.util.List;
import java.util.Optional;
import matchnight.settlement.diagnosis.Readings.Backlog;
import matchnight.settlement.diagnosis.Readings.Outbox;
import matchnight.settlement.diagnosis.Readings.Placement;
import org.jspecify.annotations.Nullable;

/** What the two paths show of themselves: settlement's backlog, the relay's, placement's latency. */
final class JudgePaths {

    private JudgePaths() {}

    static Optional<Verdict> backlogStopped(Facts facts) {
        Backlog backlog = given(facts.readings().backlog());
        boolean isHeld = !orNone(backlog.paused()).isEmpty()
                || !orNone(backlog.failing()).isEmpty();
        boolean stands = backlog.settledPerSecond() == 0
                && orZero(backlog.rebalances()) < facts.limits().rebalances();
        if (backlog.ageSeconds() < facts.limits().backlogSeconds() || !(isHeld || stands)) {
            return Optional.empty();
        }
        return Optional.of(Verdict.of(
                Mechanism.BACKLOG_STOPPED,
                standsBecause(backlog),
                waitsForAMarket(backlog)
                        ? "Its market, or its becoming a dead letter when its wait is over."
                        : "Settlements that are written for the oldest result.",
                age(facts, backlog),
                beside("settlements written", backlog.settledPerSecond(), "/s")));
    }

    private static String standsBecause(Backlog backlog) {
        if (!orNone(backlog.paused()).isEmpty()) {
            return "Settlement is paused: " + orNone(backlog.paused()).getFirst();
        }
        if (!orNone(backlog.failing()).isEmpty()) {
            return "Batches fail: " + orNone(backlog.failing()).getFirst();
        }
        return waitsForAMarket(backlog)
                ? "Results wait for a market that nobody knows."
                : "Nothing is settled, though nothing is paused and no batch fails: no worker takes results, or none runs.";
    }

    private static boolean waitsForAMarket(Backlog backlog) {
        return orNone(backlog.paused()).isEmpty()
                && orNone(backlog.failing()).isEmpty()
                && orZero(backlog.waitingResults()) > 0;
    }

    static Optional<Verdict> backlogRebalances(Facts facts) {
        Backlog backlog = given(facts.readings().backlog());
        int rebalances = orZero(backlog.rebalances());
        return backlog.ageSeconds() < facts.limits().backlogSeconds()
                        || rebalances < facts.limits().rebalances()
                ? Optional.empty()
                : Optional.of(Verdict.of(
                        Mechanism.BACKLOG_REBALANCES,
                        "The group of the results' consumers is formed anew again and again.",
                        "A backlog that stays old while the group stands.",
                        age(facts, backlog),
                        atLeast("rebalances", rebalances, "", facts.limits().rebalances())));
    }

    static Optional<Verdict> backlogCapacity(Facts facts) {
        Backlog backlog = given(facts.readings().backlog());
        Long remaining = backlog.remainingBets();
        double rate = backlog.settledPerSecond();
        double left = remaining == null || rate <= 0 ? 0 : remaining.doubleValue() / rate;
        double limit = facts.limits().backlogLimitSeconds();
        if (rate <= 0
                || backlog.ageSeconds() < facts.limits().backlogSeconds()
                || backlog.ageSeconds() + left < limit) {
            return Optional.empty();
        }
        return Optional.of(Verdict.of(
                Mechanism.BACKLOG_CAPACITY,
                "Settlement works, and more came than it can do in time"
                        + (remaining == null ? "." : "; at this rate it needs some " + Math.round(left) + " s more."),
                "A rate that falls to nothing, or batches that wait for rows.",
                age(facts, backlog),
                atLeast("age by the time all is settled", backlog.ageSeconds() + left, "s", limit),
                beside("settlements written", rate, "/s"),
                beside("bets left", remaining == null ? 0 : remaining.doubleValue(), "bets")));
    }

    private static Verdict.Evidence age(Facts facts, Backlog backlog) {
        return atLeast("backlog age", backlog.ageSeconds(), "s", facts.limits().backlogSeconds());
    }

    static Optional<Verdict> relay(Facts facts) {
        Outbox outbox = given(facts.readings().outbox());
        if (outbox.ageSeconds() < facts.limits().outboxSeconds() || !outbox.brokerUp()) {
            return Optional.empty();
        }
        String error = outbox.lastError();
        return Optional.of(Verdict.of(
                Mechanism.RELAY,
                (outbox.lease() == null
                                ? "No relay leads"
                                : "The relay " + outbox.lease() + " leads and does not publish")
                        + (error == null ? "." : ", last for: " + error),
                "A broker that does not answer, or a cursor that moves.",
                atLeast(
                        "age of the oldest unpublished event",
                        outbox.ageSeconds(),
                        "s",
                        facts.limits().outboxSeconds()),
                beside("failed attempts in a row", outbox.attempts(), "")));
    }

    static Optional<Verdict> jvm(Facts facts) {
        Placement placement = given(facts.readings().placement());
        Thresholds limits = facts.limits();
        Double p99 = placement.p99Millis();
        if (p99 == null
                || p99 < limits.latencyMillis()
                || facts.lockWaits() >= limits.rowWaitSessions()
                || facts.pendingPool().isPresent()
                || facts.isProcessorFull()
                || facts.activeOfPlacement() >= facts.sessions().databaseCores()) {
            return Optional.empty();
        }
        return Optional.of(Verdict.of(
                Mechanism.JVM,
                "Placements are slow before or after the database, which has next to nothing to do for them.",
                "Statements that got slower, or placements that wait for locks or connections.",
                atLeast("placement p99", p99, "ms", limits.latencyMillis()),
                below(
                        "active sessions of placement",
                        facts.activeOfPlacement(),
                        "sessions",
                        facts.sessions().databaseCores()),
                beside("share of time in collections", orZero(placement.collectorShare()), ""),
                beside("share of the processors", orZero(placement.processorShare()), "")));
    }

    private static List<String> orNone(@Nullable List<String> list) {
        return list == null ? List.of() : list;
    }

    private static int orZero(@Nullable Integer number) {
        return number == null ? 0 : number;
    }

    private static double orZero(@Nullable Double number) {
        return number == null ? 0 : number;
    }
}
