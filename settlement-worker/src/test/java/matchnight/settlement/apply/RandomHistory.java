package matchnight.settlement.apply;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.apply.ModelEvent.ModelOutcome;
import matchnight.settlement.apply.ModelEvent.ModelWindow;
import matchnight.settlement.testing.World.Placed;
import matchnight.settlement.testing.World.PlacedLeg;
import org.jspecify.annotations.Nullable;

/** Two or three markets, bets on them, what a feed says of them, and in which order it arrives. */
final class RandomHistory {

    static final List<String> SELECTIONS = List.of("H", "D", "A");

    private static final List<String> PRICES = List.of("2.50", "1.0001", "3.3333", "11/4", "1/3", "17.00");
    private static final List<String> RESULTS = List.of("WON", "LOST", "VOID", "HALF_WON", "HALF_LOST", "PLACED");
    private static final int BETS = 6;

    private final Random random;
    final List<ModelMarket> markets = new ArrayList<>();
    final List<ModelBet> bets = new ArrayList<>();

    /** What arrives, one after the other, until all of it has at least once. */
    final List<ModelEvent> deliveries = new ArrayList<>();

    // A day whose last microsecond is as good as any other: bets stand a few microseconds apart, windows end on them.
    private final Instant kickOff = Instant.now().minus(Duration.ofHours(2)).truncatedTo(ChronoUnit.MILLIS);

    RandomHistory(String name, Random random, List<AccountId> accounts, String currency) {
        this.random = random;
        int count = 2 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            markets.add(new ModelMarket(name + "-m" + i, random.nextInt(3) == 0));
        }
        for (int i = 0; i < BETS; i++) {
            bets.add(bet(pick(accounts), currency));
        }
        markets.forEach(market -> deliveries.addAll(deliveriesOf(versions(market))));
        interleave();
    }

    private <T> T pick(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    private ModelBet bet(AccountId account, String currency) {
        List<ModelMarket> chosen = new ArrayList<>(markets);
        Collections.shuffle(chosen, random);
        List<ModelMarket> legs = List.copyOf(chosen.subList(0, 1 + random.nextInt(chosen.size())));
        Placed placed = new Placed(
                account,
                currency,
                1 + random.nextInt(5_000),
                aTime(0),
                legs.stream()
                        .map(market -> new PlacedLeg(new MarketId(market.id), pick(SELECTIONS), pick(PRICES)))
                        .toList());
        return new ModelBet(placed, legs);
    }

    private Instant aTime(int off) {
        return kickOff.plus(10L * random.nextInt(4) + off, ChronoUnit.MICROS);
    }

    /** Of each version what the feed says of it: one content, seldom two or three that contradict each other. */
    private List<List<ModelEvent>> versions(ModelMarket market) {
        List<List<ModelEvent>> versions = new ArrayList<>();
        List<ModelEvent> said = new ArrayList<>();
        long version = random.nextInt(2);
        int count = 1 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            List<ModelEvent> contents = new ArrayList<>();
            int contradicting = random.nextInt(14) == 0 ? 1 + random.nextInt(2) : 0;
            for (int j = 0; j <= contradicting; j++) {
                contents.add(event(market, version, market.id + "@" + version + "." + j, said));
            }
            said.add(contents.getFirst());
            versions.add(contents);
            version += 1 + random.nextInt(3);
        }
        return versions;
    }

    private ModelEvent event(ModelMarket market, long version, String content, List<ModelEvent> said) {
        ModelEvent last = said.isEmpty() ? null : said.getLast();
        if (last != null && last.isResult() && random.nextInt(3) == 0) {
            // LIVE, then the same CONFIRMED; or the same once more under a newer version.
            return new ModelEvent(
                    market.id, version, content, "RESULT", "CONFIRMED", last.outcomes(), ModelWindow.NONE);
        }
        return switch (random.nextInt(8)) {
            case 0 -> new ModelEvent(market.id, version, content, "ROLLBACK", null, Map.of(), ModelWindow.NONE);
            case 1, 2 -> new ModelEvent(market.id, version, content, "CANCEL", null, Map.of(), window());
            case 3 ->
                new ModelEvent(market.id, version, content, "ROLLBACK_CANCEL", null, Map.of(), windowToUndo(said));
            default ->
                new ModelEvent(
                        market.id,
                        version,
                        content,
                        "RESULT",
                        random.nextInt(3) == 0 ? "LIVE" : "CONFIRMED",
                        outcomes(),
                        ModelWindow.NONE);
        };
    }

    private ModelWindow windowToUndo(List<ModelEvent> said) {
        List<ModelWindow> windows = said.stream()
                .filter(event -> event.type().equals("CANCEL"))
                .map(ModelEvent::window)
                .toList();
        return windows.isEmpty() || random.nextInt(4) == 0 ? window() : pick(windows);
    }

    /** Each end open, or on a bet's very microsecond, or one beside it. */
    private ModelWindow window() {
        Instant from = end();
        Instant to = end();
        return from != null && to != null && from.isAfter(to) ? new ModelWindow(to, from) : new ModelWindow(from, to);
    }

    private @Nullable Instant end() {
        return random.nextInt(4) == 0 ? null : aTime(random.nextInt(3) - 1);
    }

    private Map<String, ModelOutcome> outcomes() {
        Map<String, ModelOutcome> outcomes = new LinkedHashMap<>();
        List<String> order = new ArrayList<>(SELECTIONS);
        Collections.shuffle(order, random);
        order.subList(0, random.nextInt(4)).forEach(selection -> outcomes.put(selection, outcome()));
        return outcomes;
    }

    private ModelOutcome outcome() {
        String result = pick(RESULTS);
        boolean plain = random.nextInt(3) > 0;
        boolean mayHaveVoidFactor = result.equals("WON") || result.equals("LOST") || result.equals("PLACED");
        int tied = plain ? 0 : random.nextInt(4);
        int percent = plain ? 0 : 5 * random.nextInt(21);
        return new ModelOutcome(
                result,
                plain || !mayHaveVoidFactor || random.nextBoolean() ? null : pick(List.of("0.5", "1")),
                tied == 0 ? 0 : 1 + random.nextInt(tied),
                tied,
                percent,
                percent == 0 || random.nextBoolean() ? null : aTime(random.nextInt(3) - 1));
    }

    /** In order, in any order, or with the beginning lost and sent again; some of it twice. */
    private List<ModelEvent> deliveriesOf(List<List<ModelEvent>> versions) {
        List<ModelEvent> sent = new ArrayList<>();
        versions.forEach(sent::addAll);
        List<ModelEvent> arriving = new ArrayList<>();
        switch (random.nextInt(3)) {
            case 0 -> arriving.addAll(sent);
            case 1 -> {
                arriving.addAll(sent);
                Collections.shuffle(arriving, random);
            }
            default -> {
                arriving.addAll(sent.subList(random.nextInt(sent.size()), sent.size()));
                arriving.addAll(sent);
            }
        }
        int repeated = random.nextInt(4);
        for (int i = 0; i < repeated; i++) {
            arriving.add(random.nextInt(arriving.size() + 1), pick(sent));
        }
        return arriving;
    }

    /** The markets' records mix, each market's in its order. */
    private void interleave() {
        List<String> turns =
                new ArrayList<>(deliveries.stream().map(ModelEvent::market).toList());
        Collections.shuffle(turns, random);
        Map<String, List<ModelEvent>> byMarket = new LinkedHashMap<>();
        deliveries.forEach(event ->
                byMarket.computeIfAbsent(event.market(), _ -> new ArrayList<>()).add(event));
        deliveries.clear();
        Map<String, Integer> next = new LinkedHashMap<>();
        for (String turn : turns) {
            int index = next.merge(turn, 1, Integer::sum) - 1;
            deliveries.add(byMarket.getOrDefault(turn, List.of()).get(index));
        }
    }

    ModelMarket market(String id) {
        return markets.stream()
                .filter(market -> market.id.equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The content that a message's id names. */
    ModelEvent contentOf(String eventId) {
        String content = eventId.substring(0, eventId.indexOf('#'));
        return deliveries.stream()
                .filter(event -> event.content().equals(content))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, deliveries.size())
                .forEach(i -> text.append(deliveries.get(i).json(i)).append('\n'));
        return markets + "\n" + bets.stream().map(ModelBet::placed).toList() + "\n" + text;
    }
}
