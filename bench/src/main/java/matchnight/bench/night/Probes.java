package matchnight.bench.night;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import matchnight.bench.fixture.Night;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.Betting;
import matchnight.bench.product.ProductException;
import tools.jackson.databind.JsonNode;

/** One known bet of exactly ten on every selection of the night: what it returns is what the night's file says, or is not. */
final class Probes {

    private static final int AT_A_TIME = 8;

    private final List<Probe> probes = new ArrayList<>();

    /** A selection of the night and the bet on it. */
    record Probe(PlannedEvent event, PlannedMarket market, PlannedSelection selection, String betId) {}

    /** A probe as support sees it at the end. */
    record Seen(Probe probe, JsonNode bet) {}

    void place(NightPlan plan, BetStream stream, Bettors bettors, Purse purse) {
        List<Callable<Probe>> tasks = new ArrayList<>();
        for (PlannedEvent event : plan.eventsOf(Part.OF_THE_NIGHT)) {
            for (PlannedMarket market : event.markets()) {
                for (PlannedSelection selection : market.selections()) {
                    String accountId =
                            bettors.probes().get(tasks.size() % bettors.probes().size());
                    tasks.add(() -> {
                        BetOutcome outcome = stream.place(
                                accountId, market, selection, purse.majorUnits(Night.PROBE_STAKE_MAJOR_UNITS));
                        return new Probe(event, market, selection, accepted(outcome));
                    });
                }
            }
        }
        probes.addAll(SideBySide.run(AT_A_TIME, tasks));
    }

    private static String accepted(BetOutcome outcome) {
        if (outcome.betId() == null) {
            throw new ProductException(
                    "The known bet on " + outcome.request().marketId() + " was not taken: " + outcome.code(), null);
        }
        return outcome.betId();
    }

    int count() {
        return probes.size();
    }

    /** What became of each, in the order of the file. */
    List<Seen> look(Betting betting) {
        List<Callable<Seen>> tasks = new ArrayList<>();
        probes.forEach(probe -> tasks.add(() -> new Seen(probe, betting.find(probe.betId()))));
        return SideBySide.run(AT_A_TIME, tasks);
    }

    Map<String, Probe> byBetId() {
        Map<String, Probe> byBetId = new LinkedHashMap<>();
        probes.forEach(probe -> byBetId.put(probe.betId(), probe));
        return byBetId;
    }
}
