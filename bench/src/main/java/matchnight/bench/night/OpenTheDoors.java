package matchnight.bench.night;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import matchnight.bench.product.MarketDefinition;
import matchnight.bench.product.MarketDefinition.Offer;
import matchnight.ledger.money.Money;

/** Puts up every market and lets everybody in with money in the purse. */
final class OpenTheDoors {

    private static final int AT_A_TIME = 8;
    private static final Duration SETTLED_WITHIN = Duration.ofDays(1);

    private final Stage stage;
    private final Purse purse;

    OpenTheDoors(Stage stage, Purse purse) {
        this.stage = stage;
        this.purse = purse;
    }

    void putUp(NightPlan plan) {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        for (PlannedEvent event : plan.events()) {
            for (PlannedMarket market : event.markets()) {
                tasks.add(() -> {
                    stage.trading().putUp(definition(event, market));
                    return true;
                });
            }
        }
        SideBySide.run(AT_A_TIME, tasks);
    }

    private MarketDefinition definition(PlannedEvent event, PlannedMarket market) {
        return new MarketDefinition(
                market.marketId(),
                event.eventId(),
                event.name(),
                market.name(),
                event.startsAt(),
                event.startsAt().plus(SETTLED_WITHIN),
                purse.currency(),
                purse.majorUnits(10_000_000).toDecimalString(),
                purse.majorUnits(1).toDecimalString(),
                purse.majorUnits(1_000).toDecimalString(),
                market.selections().stream()
                        .map(selection -> new Offer(
                                selection.selectionId(),
                                selection.name(),
                                selection.price().text()))
                        .toList());
    }

    void letIn(Bettors bettors, int selectionsToProbe) {
        List<Callable<Boolean>> tasks = new ArrayList<>();
        bettors.regulars().forEach(id -> tasks.add(() -> letIn(id, purse.majorUnits(300))));
        bettors.spenders().forEach(id -> tasks.add(() -> letIn(id, purse.majorUnits(40))));
        bettors.probes().forEach(id -> tasks.add(() -> letIn(id, purse.majorUnits(10L * selectionsToProbe + 10))));
        SideBySide.run(AT_A_TIME, tasks);
    }

    private boolean letIn(String accountId, Money deposit) {
        stage.wallet().openAccount(accountId, purse.currency());
        stage.wallet().deposit(accountId, deposit, "night-deposit");
        stage.betting().prepare(accountId);
        return true;
    }
}
