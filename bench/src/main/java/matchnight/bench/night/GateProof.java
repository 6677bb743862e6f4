package matchnight.bench.night;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.GateChange;
import matchnight.ledger.audit.Finding;

/**
 * Nobody got a bet on what had been shut: not by the bettors' own clock, which knows that a request was sent after the shutting had
 * been answered, not by the database's, which says when the bet was accepted, and not by the gate version that the bet saw.
 */
public final class GateProof {

    public static final String NAME = "no bet was accepted after its suspend, close or result had answered";

    private final Map<String, List<Shut>> shutBySubject = new HashMap<>();
    private int shuttings;

    /** A stretch of time in which a subject was certainly shut; open-ended where nobody opened it again. */
    private record Shut(long fromNanos, long toNanos, Instant from, Instant to) {

        boolean coversFromSendingToAnswer(BetOutcome outcome) {
            return fromNanos < outcome.firstSentNanos() && outcome.answeredNanos() < toNanos;
        }

        boolean covers(Instant instant) {
            return from.isBefore(instant) && instant.isBefore(to);
        }
    }

    /**
     * Takes the openings and shuttings of a run.
     *
     * @param changes of markets and of events, in any order
     */
    public GateProof(List<GateChange> changes) {
        Map<String, List<GateChange>> bySubject = new HashMap<>();
        changes.stream()
                .sorted(Comparator.comparingLong(GateChange::sentNanos))
                .forEach(change -> bySubject
                        .computeIfAbsent(change.subject(), _ -> new ArrayList<>())
                        .add(change));
        bySubject.forEach((subject, inOrder) -> shutBySubject.put(subject, shutTimes(inOrder)));
    }

    private List<Shut> shutTimes(List<GateChange> inOrder) {
        List<Shut> times = new ArrayList<>();
        for (int i = 0; i < inOrder.size(); i++) {
            GateChange change = inOrder.get(i);
            if (!change.opens()) {
                shuttings++;
                times.add(until(nextOpening(inOrder, i), change));
            }
        }
        return times;
    }

    private static GateChange nextOpening(List<GateChange> inOrder, int after) {
        return inOrder.subList(after, inOrder.size()).stream()
                .filter(GateChange::opens)
                .findFirst()
                .orElse(NEVER);
    }

    private static final GateChange NEVER =
            new GateChange("", true, Long.MAX_VALUE, Instant.MAX, Long.MAX_VALUE, Instant.MAX, 0);

    private static Shut until(GateChange opening, GateChange shutting) {
        return new Shut(shutting.answeredNanos(), opening.sentNanos(), shutting.answeredAt(), opening.sentAt());
    }

    /**
     * Judges accepted bets by the times at which they were first sent and finally answered: both within one shut time is a breach.
     *
     * @param eventByMarket the event that each market belongs to
     */
    public Finding byTheBettorsClock(List<BetOutcome> outcomes, Map<String, String> eventByMarket) {
        Faults faults = new Faults(NAME);
        for (BetOutcome outcome : outcomes) {
            String marketId = outcome.request().marketId();
            faults.addIf(
                    outcome.isAccepted() && wasShut(outcome, eventByMarket),
                    () -> "bet %s on market %s was sent after the market had been shut"
                            .formatted(outcome.betId(), marketId));
        }
        return faults.finding(outcomes.size() + " bets against " + shuttings + " shuttings");
    }

    private boolean wasShut(BetOutcome outcome, Map<String, String> eventByMarket) {
        return timesOf(outcome.request().marketId(), eventByMarket).stream()
                .anyMatch(shut -> shut.coversFromSendingToAnswer(outcome));
    }

    /** Judges bets by the time of their acceptance, of one clock with the shuttings' since all run on one machine. */
    Finding byTheDatabasesClock(List<StoredBet> bets, Map<String, String> eventByMarket) {
        Faults faults = new Faults("no bet's acceptance is later than an answered shutting, by the database's clock");
        for (StoredBet bet : bets) {
            faults.addIf(
                    timesOf(bet.marketId(), eventByMarket).stream().anyMatch(shut -> shut.covers(bet.acceptedAt())),
                    () -> "bet %s on market %s was accepted at %s"
                            .formatted(bet.betId(), bet.marketId(), bet.acceptedAt()));
        }
        return faults.finding(bets.size() + " bets against " + shuttings + " shuttings");
    }

    private List<Shut> timesOf(String marketId, Map<String, String> eventByMarket) {
        List<Shut> times = new ArrayList<>(shutBySubject.getOrDefault(marketId, List.of()));
        times.addAll(shutBySubject.getOrDefault(Objects.requireNonNull(eventByMarket.get(marketId)), List.of()));
        return times;
    }
}
