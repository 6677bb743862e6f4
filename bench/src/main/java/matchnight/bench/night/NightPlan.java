package matchnight.bench.night;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import matchnight.bench.fixture.Grade;
import matchnight.bench.fixture.Night;
import matchnight.bench.fixture.NightMarket;
import matchnight.bench.fixture.NightMatch;
import matchnight.bench.fixture.NightSelection;
import matchnight.bench.night.PlannedMarket.Part;
import matchnight.ledger.money.Price;

/**
 * What will be on offer: the file's matches with their kick-offs moved so that the last one is now, and four matches of the demo's
 * own. Pure.
 */
record NightPlan(Night night, List<PlannedEvent> events) {

    static NightPlan of(Night night, Instant now) {
        Instant lastKickoff = night.matches().stream()
                .map(NightMatch::kickoff)
                .max(Instant::compareTo)
                .orElse(now);
        Duration shift = Duration.between(lastKickoff, now);
        List<PlannedEvent> events = new ArrayList<>();
        for (int i = 0; i < night.matches().size(); i++) {
            events.add(ofTheNight("match-%03d".formatted(i + 1), night.matches().get(i), shift));
        }
        events.add(own("abandoned", "Abandoned at half-time", Part.ABANDONED, now));
        events.add(own("late-1", "Late kick-off one", Part.LATE, now));
        events.add(own("late-2", "Late kick-off two", Part.LATE, now));
        events.add(own("late-3", "Late kick-off three", Part.STILL_OPEN, now));
        return new NightPlan(night, List.copyOf(events));
    }

    private static PlannedEvent ofTheNight(String eventId, NightMatch match, Duration shift) {
        List<PlannedMarket> markets = match.markets().stream()
                .map(market -> ofTheNight(eventId, market))
                .toList();
        return new PlannedEvent(eventId, match.name(), match.kickoff().plus(shift), markets);
    }

    private static PlannedMarket ofTheNight(String eventId, NightMarket market) {
        String marketId = eventId + "~" + market.title().replace(' ', '~').replace('+', '~');
        List<PlannedSelection> selections =
                market.selections().stream().map(NightPlan::ofTheNight).toList();
        return new PlannedMarket(
                marketId, eventId, market.title(), market.type().text(), Part.OF_THE_NIGHT, selections);
    }

    private static PlannedSelection ofTheNight(NightSelection selection) {
        return new PlannedSelection(
                selection.name(), selection.name(), selection.price(), selection.grade(), selection);
    }

    private static PlannedEvent own(String eventId, String name, Part part, Instant startsAt) {
        Grade[] grades = part == Part.ABANDONED
                ? new Grade[] {Grade.VOID, Grade.VOID, Grade.VOID}
                : new Grade[] {Grade.LOST, Grade.WON, Grade.LOST};
        List<PlannedSelection> selections =
                List.of(own("H", "2.40", grades[0]), own("D", "3.30", grades[1]), own("A", "11/5", grades[2]));
        PlannedMarket market = new PlannedMarket(eventId + "~1X2", eventId, "1X2", "1X2", part, selections);
        return new PlannedEvent(eventId, name, startsAt, List.of(market));
    }

    private static PlannedSelection own(String selectionId, String price, Grade grade) {
        return new PlannedSelection(selectionId, selectionId, Price.of(price), grade, null);
    }

    Stream<PlannedMarket> markets() {
        return events.stream().flatMap(event -> event.markets().stream());
    }

    List<PlannedMarket> marketsOf(Part part) {
        return markets().filter(market -> market.part() == part).toList();
    }

    List<PlannedEvent> eventsOf(Part part) {
        return events.stream()
                .filter(event -> event.markets().getFirst().part() == part)
                .toList();
    }

    /** The market whose result will first be told wrong. */
    PlannedMarket mistakenMarket() {
        return marketsOf(Part.OF_THE_NIGHT).getFirst();
    }
}
