package matchnight.settlement.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.audit.Invariant;
import matchnight.ledger.audit.KeysNameTheirEffects;
import matchnight.settlement.apply.ModelBet.Standing;
import matchnight.settlement.incident.Decisions;
import matchnight.settlement.intake.StoredResults;
import matchnight.settlement.testing.Invariants;
import matchnight.settlement.testing.World;
import matchnight.settlement.testing.World.Balances;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever a feed says, in whatever order and however often it arrives, and whatever is settled in between: the ledger ends
 * as a plain model of the contract says.
 *
 * <p>{@code -Dmatchnight.seed=N} plays the run of a seed again.
 */
class ResultAlgebraTest {

    private static final Logger LOG = LoggerFactory.getLogger(ResultAlgebraTest.class);
    private static final int ROUNDS = 10;
    private static final int HISTORIES_A_ROUND = 22;
    private static final int ACCOUNTS_A_CURRENCY = 12;
    private static final long DEPOSIT = 100_000_000;

    private final World world = World.create();
    private final long seed = Long.getLong("matchnight.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Worker> workers = List.of(
            new Worker("worker-1", world.worker(), 3),
            new Worker(
                    "worker-2", world.worker(), 7, Duration.ofSeconds(15), new MarketDivision(world.worker(), 2, 3)));

    private final StoredResults.Feed feed = new StoredResults.Feed(world.worker());
    private final Map<String, Integer> revisions = new HashMap<>();
    private final Map<String, Long> deposits = new HashMap<>();
    private final List<PlayedBet> bets = new ArrayList<>();

    private static final class PlayedBet {

        private final UUID id;
        private final ModelBet model;
        private final RandomHistory history;
        private Standing settled = Standing.OPEN;
        private int versions;

        PlayedBet(UUID id, ModelBet model, RandomHistory history) {
            this.id = id;
            this.model = model;
            this.history = history;
        }
    }

    @AfterEach
    void drop() {
        world.close();
    }

    @Test
    void theLedgerEndsAsThePlainModelSaysWhateverTheOrder() throws Exception {
        LOG.info("Histories of seed {}", seed);
        long startNanos = System.nanoTime();
        List<List<AccountId>> accounts = List.of(accounts("GBP"), accounts("JPY"));
        try (Connection watching = world.database().connect(DatabaseRole.READER)) {
            for (int round = 0; round < ROUNDS; round++) {
                play(histories(round, accounts), watching, round % 2 == 0);
            }
            for (Invariant invariant : Invariant.all()) {
                // A world places without keys.
                if (!(invariant instanceof KeysNameTheirEffects)) {
                    assertThat(invariant.check(watching).toString())
                            .as("seed %d, %s", seed, invariant.name())
                            .contains("ok=true");
                }
            }
        }
        Invariants.hold(world);
        LOG.info("{} histories in {} ms", ROUNDS * HISTORIES_A_ROUND, (System.nanoTime() - startNanos) / 1_000_000);
    }

    private List<AccountId> accounts(String currency) throws SQLException {
        List<AccountId> accounts = world.accounts(currency + "-", ACCOUNTS_A_CURRENCY, currency, DEPOSIT);
        accounts.forEach(account -> deposits.put(account.value(), DEPOSIT));
        return accounts;
    }

    private List<RandomHistory> histories(int round, List<List<AccountId>> accounts) throws SQLException {
        List<RandomHistory> histories = new ArrayList<>();
        for (int i = 0; i < HISTORIES_A_ROUND; i++) {
            int currency = random.nextInt(2);
            histories.add(new RandomHistory(
                    "r" + round + "h" + i,
                    new Random(random.nextLong()),
                    accounts.get(currency),
                    List.of("GBP", "JPY").get(currency)));
        }
        makeMarkets(histories);
        List<ModelBet> models =
                histories.stream().flatMap(history -> history.bets.stream()).toList();
        List<UUID> ids = world.placeAll(models.stream().map(ModelBet::placed).toList());
        int next = 0;
        for (RandomHistory history : histories) {
            for (ModelBet bet : history.bets) {
                bets.add(new PlayedBet(ids.get(next++), bet, history));
            }
        }
        return histories;
    }

    private void makeMarkets(List<RandomHistory> histories) throws SQLException {
        StringBuilder sql = new StringBuilder();
        for (RandomHistory history : histories) {
            for (ModelMarket market : history.markets) {
                sql.append("""
                        INSERT INTO event (event_id, name) VALUES ('event-%1$s', 'An event');
                        INSERT INTO market (market_id, event_id, name, starts_at, settle_by, owner, status, limit_currency,
                                            liability_limit, min_stake, max_stake, pays_on)
                        VALUES ('%1$s', 'event-%1$s', 'A market', now(), now() + interval '3 hours', 'desk-1', 'OPEN', 'GBP',
                                100000000, 1, 100000000, '%2$s');
                        INSERT INTO selection (market_id, selection_id, ordinal, name, price, status)
                        VALUES ('%1$s', 'H', 1, 'H', '2.50', 'OPEN'), ('%1$s', 'D', 2, 'D', '2.50', 'OPEN'),
                               ('%1$s', 'A', 3, 'A', '2.50', 'OPEN');
                        """.formatted(market.id, market.paysOnLive ? "LIVE" : "CONFIRMED"));
            }
        }
        world.execute(sql.toString());
    }

    /**
     * Plays histories at once, record by record, with decisions and settlement in between.
     *
     * @param counting settles wholly or not at all, so that every bet has as many settlements as its standing changed
     */
    private void play(List<RandomHistory> histories, Connection watching, boolean counting) throws SQLException {
        List<RandomHistory> unfinished = new ArrayList<>(histories);
        Map<RandomHistory, Integer> next = new HashMap<>();
        while (!unfinished.isEmpty()) {
            RandomHistory history = unfinished.get(random.nextInt(unfinished.size()));
            int index = next.merge(history, 1, Integer::sum) - 1;
            deliver(history, history.deliveries.get(index), index, watching);
            if (index + 1 == history.deliveries.size()) {
                unfinished.remove(history);
            }
            if (random.nextInt(40) == 0) {
                decideSome(histories, watching);
            }
            if (random.nextInt(250) == 0) {
                settleAndCompare(watching, counting);
            } else if (!counting && random.nextInt(50) == 0) {
                aWorker().takeTurns(1 + random.nextInt(8));
            }
        }
        decideSome(histories, watching);
        settleAndCompare(watching, counting);
    }

    private Worker aWorker() {
        return workers.get(random.nextInt(workers.size()));
    }

    private void deliver(RandomHistory history, ModelEvent event, int index, Connection watching) throws SQLException {
        feed.deliver(event.market(), event.json(index));
        int raised = history.market(event.market()).deliver(event);
        requireRevision(watching, history, event, raised);
    }

    private void requireRevision(Connection watching, RandomHistory history, ModelEvent event, int raised)
            throws SQLException {
        int expected = revisions.merge(event.market(), raised, Integer::sum);
        try (PreparedStatement statement = watching.prepareStatement(
                "SELECT coalesce((SELECT revision FROM settlement_job WHERE market_id = ?), 0)")) {
            statement.setString(1, event.market());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                assertThat(row.getInt(1))
                        .as("seed %d, revision after %s of\n%s", seed, event.content(), history)
                        .isEqualTo(expected);
            }
        }
    }

    private record Dispute(UUID incidentId, String market, List<String> eventIds, List<String> hashes) {}

    private void decideSome(List<RandomHistory> histories, Connection watching) throws SQLException {
        for (Dispute dispute : openDisputes(watching)) {
            RandomHistory history = histories.stream()
                    .filter(one -> one.markets.stream().anyMatch(market -> market.id.equals(dispute.market())))
                    .findFirst()
                    .orElse(null);
            if (history == null || random.nextInt(3) == 0) {
                continue;
            }
            if (random.nextInt(3) == 0) {
                Decisions.keepStored(world.worker(), dispute.incidentId());
            } else {
                int chosen = random.nextInt(dispute.eventIds().size());
                Decisions.takeOther(
                        world.worker(), dispute.incidentId(), dispute.hashes().get(chosen));
                ModelEvent event = history.contentOf(dispute.eventIds().get(chosen));
                int raised = history.market(event.market()).count(event);
                requireRevision(watching, history, event, raised);
            }
        }
    }

    private static List<Dispute> openDisputes(Connection watching) throws SQLException {
        Map<UUID, Dispute> disputes = new HashMap<>();
        try (PreparedStatement statement = watching.prepareStatement("""
                        SELECT incident_id, content ->> 'marketId' AS market, content ->> 'eventId' AS event_id,
                               content ->> 'contentHash' AS hash
                          FROM incident, jsonb_path_query(detail, 'strict $.** ? (exists (@.contentHash))') AS content
                         WHERE resolved_at IS NULL
                         ORDER BY incident_id
                        """);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                String market = row.getString("market");
                Dispute dispute = disputes.computeIfAbsent(
                        row.getObject("incident_id", UUID.class),
                        id -> new Dispute(id, market, new ArrayList<>(), new ArrayList<>()));
                dispute.eventIds().add(row.getString("event_id"));
                dispute.hashes().add(row.getString("hash"));
            }
        }
        return disputes.values().stream()
                .sorted(Comparator.comparing(Dispute::incidentId))
                .toList();
    }

    private void settleAndCompare(Connection watching, boolean counting) throws SQLException {
        aWorker().settleAll();
        Map<UUID, Stored> stored = readBets(watching);
        for (PlayedBet bet : bets) {
            Standing expected = bet.model.standing();
            Stored found = stored.getOrDefault(bet.id, Stored.NOTHING);
            assertThat(found.standing())
                    .as("seed %d, bet %s of\n%s", seed, bet.model.placed(), bet.history)
                    .isEqualTo(expected);
            bet.versions += expected.equals(bet.settled) ? 0 : 1;
            if (counting) {
                assertThat(found.versions())
                        .as("seed %d, settlements of bet %s of\n%s", seed, bet.model.placed(), bet.history)
                        .isEqualTo(bet.versions);
            }
            bet.settled = expected;
            bet.versions = found.versions();
        }
        assertThat(readBalances(watching)).as("seed %d", seed).isEqualTo(expectedBalances());
    }

    private record Stored(Standing standing, int versions) {

        private static final Stored NOTHING = new Stored(Standing.OPEN, 0);
    }

    private static Map<UUID, Stored> readBets(Connection watching) throws SQLException {
        Map<UUID, Stored> bets = new HashMap<>();
        try (PreparedStatement statement = watching.prepareStatement("""
                        SELECT DISTINCT ON (bet_id) bet_id, version, coalesce(returns, 0) AS returns,
                               CASE kind WHEN 'REOPENED' THEN 'OPEN' ELSE kind::text END AS state
                          FROM bet_settlement
                         ORDER BY bet_id, version DESC
                        """);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                bets.put(
                        row.getObject("bet_id", UUID.class),
                        new Stored(
                                new Standing(row.getString("state"), row.getLong("returns")), row.getInt("version")));
            }
        }
        return bets;
    }

    private Map<String, Balances> expectedBalances() {
        Map<String, Balances> balances = new HashMap<>();
        deposits.forEach((account, deposit) -> balances.put(account, new Balances(deposit, 0)));
        for (PlayedBet bet : bets) {
            long stake = bet.model.placed().stake();
            boolean isOpen = bet.settled.state().equals("OPEN");
            balances.computeIfPresent(
                    bet.model.placed().account().value(),
                    (_, before) -> new Balances(
                            before.available() - stake + bet.settled.returns(),
                            before.reserved() + (isOpen ? stake : 0)));
        }
        return balances;
    }

    private static Map<String, Balances> readBalances(Connection watching) throws SQLException {
        Map<String, Balances> balances = new HashMap<>();
        try (PreparedStatement statement =
                        watching.prepareStatement("SELECT account_id, available, reserved FROM account");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                balances.put(
                        row.getString("account_id"), new Balances(row.getLong("available"), row.getLong("reserved")));
            }
        }
        return balances;
    }
}
