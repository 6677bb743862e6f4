package matchnight.bench.night;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import matchnight.bench.fixture.Grade;
import matchnight.bench.fixture.NightSelection;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.PublishedEvents;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.audit.Invariant;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Rounding;
import org.jspecify.annotations.Nullable;

/** Judges a night that is over: what the bettors were told, what the database holds and what was published must be one story. */
final class NightProofs {

    private final NightPlan plan;
    private final List<BetOutcome> outcomes;
    private final List<StoredBet> stored;
    private final Map<String, PlannedMarket> markets;
    private final Map<String, String> eventByMarket;

    NightProofs(NightPlan plan, List<BetOutcome> outcomes, List<StoredBet> stored) {
        this.plan = plan;
        this.outcomes = outcomes;
        this.stored = stored;
        this.markets = plan.markets().collect(Collectors.toMap(PlannedMarket::marketId, Function.identity()));
        this.eventByMarket = plan.markets().collect(Collectors.toMap(PlannedMarket::marketId, PlannedMarket::eventId));
    }

    List<Finding> all(Connection reader, GateLog gates, List<Probes.Seen> probes, PublishedEvents events)
            throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (Invariant invariant : Invariant.all()) {
            findings.add(invariant.check(reader));
        }
        GateProof gateProof = new GateProof(gates.all());
        findings.add(everyAnswerIsStoredOnce());
        findings.add(selectionsReturnedWhatWasPublished(probes));
        findings.add(everyBetReturnedItsGradeAndPrice());
        findings.add(gateProof.byTheBettorsClock(outcomes, eventByMarket));
        findings.add(gateProof.byTheDatabasesClock(stored, eventByMarket));
        findings.add(everyBetIsPublished(events));
        return findings;
    }

    private Finding everyAnswerIsStoredOnce() {
        Faults faults = new Faults("every 201 is in the ledger once");
        Map<String, StoredBet> byId = stored.stream().collect(Collectors.toMap(StoredBet::betId, Function.identity()));
        Map<String, String> keyByBet = new HashMap<>();
        for (BetOutcome outcome : outcomes) {
            if (outcome.betId() != null) {
                String otherKey =
                        keyByBet.put(outcome.betId(), outcome.request().key());
                faults.addIf(otherKey != null, () -> "bet %s was given to two submissions".formatted(outcome.betId()));
                faults.addIf(
                        !isTheBet(byId.get(outcome.betId()), outcome),
                        () -> "bet %s of key %s is not stored as it was answered"
                                .formatted(outcome.betId(), outcome.request().key()));
            }
        }
        Set<String> unknown = new HashSet<>(byId.keySet());
        unknown.removeAll(keyByBet.keySet());
        unknown.forEach(betId -> faults.addIf(true, () -> "bet %s is stored, but nobody was told".formatted(betId)));
        return faults.finding(keyByBet.size() + " accepted, " + byId.size() + " stored");
    }

    private static boolean isTheBet(@Nullable StoredBet bet, BetOutcome outcome) {
        return bet != null
                && bet.accountId().equals(outcome.request().accountId())
                && bet.marketId().equals(outcome.request().marketId())
                && bet.selectionId().equals(outcome.request().selectionId())
                && bet.stake().equals(outcome.request().stake());
    }

    private Finding selectionsReturnedWhatWasPublished(List<Probes.Seen> probes) {
        Faults faults = new Faults("what each selection returned equals its published grade and price");
        for (Probes.Seen seen : probes) {
            NightSelection written =
                    Objects.requireNonNull(seen.probe().selection().written());
            String returns = NightReport.returnsOf(seen.bet());
            String grade = NightReport.gradeOf(seen.bet());
            faults.addIf(
                    !returns.equals(written.returnsOnTen().toDecimalString())
                            || !grade.equals(written.grade().text()),
                    () -> "%s on %s of %s was graded %s and returned %s, published are %s and %s"
                            .formatted(
                                    written.name(),
                                    seen.probe().market().name(),
                                    seen.probe().event().name(),
                                    grade,
                                    returns,
                                    written.grade().text(),
                                    written.returnsOnTen().toDecimalString()));
        }
        int selections = plan.night().selectionCount();
        faults.addIf(
                probes.size() != selections,
                () -> "%d selections have no known bet".formatted(selections - probes.size()));
        return faults.finding(probes.size() + " selections");
    }

    private Finding everyBetReturnedItsGradeAndPrice() {
        Faults faults = new Faults("every bet returned its stake, price and grade, and open ones nothing");
        for (StoredBet bet : stored) {
            PlannedMarket market = Objects.requireNonNull(markets.get(bet.marketId()));
            if (market.part() == Part.STILL_OPEN) {
                faults.addIf(
                        !bet.isOpen(),
                        () -> "bet %s on undecided market %s is not open".formatted(bet.betId(), bet.marketId()));
            } else {
                Money due = due(bet, gradeOf(bet, market));
                String kind = gradeOf(bet, market) == Grade.VOID ? "VOIDED" : "SETTLED";
                faults.addIf(
                        !due.equals(bet.returns()) || !kind.equals(bet.kind()),
                        () -> "bet %s of %s at %s on %s of %s is %s with %s, due are %s with %s"
                                .formatted(
                                        bet.betId(),
                                        bet.stake(),
                                        bet.price(),
                                        bet.selectionId(),
                                        bet.marketId(),
                                        bet.kind() == null ? "OPEN" : bet.kind().toUpperCase(Locale.ROOT),
                                        bet.returns(),
                                        kind,
                                        due));
            }
        }
        return faults.finding(stored.size() + " bets");
    }

    private static Grade gradeOf(StoredBet bet, PlannedMarket market) {
        return market.selections().stream()
                .filter(selection -> selection.selectionId().equals(bet.selectionId()))
                .map(PlannedSelection::grade)
                .findFirst()
                .orElseThrow();
    }

    private static Money due(StoredBet bet, Grade grade) {
        return Rounding.HALF_UP.round(
                bet.stake()
                        .toMajorUnits()
                        .times(grade.returnsPerUnit(bet.price().value())),
                bet.stake().currency());
    }

    private Finding everyBetIsPublished(PublishedEvents events) {
        Faults faults = new Faults("every accepted and settled bet is in bet-events");
        long effects = 0;
        for (StoredBet bet : stored) {
            effects += 1 + bet.settlements();
            IntStream.rangeClosed(0, bet.settlements())
                    .filter(version ->
                            events.announcementOf(bet.betId(), version).isEmpty())
                    .forEach(version -> faults.addIf(
                            true, () -> "settlement %d of bet %s was not announced".formatted(version, bet.betId())));
        }
        events.faults().forEach(fault -> faults.addIf(true, () -> "%s".formatted(fault)));
        return faults.finding(effects + " acceptances and settlements in " + events.distinctCount() + " events, "
                + events.duplicateCount() + " of them twice");
    }
}
