package matchnight.settlement.replay;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rounding;
import matchnight.settlement.apply.BetsOfMarket;
import matchnight.settlement.grading.GradedMarket;
import matchnight.settlement.plan.BetOnPage;
import matchnight.settlement.plan.Page;
import matchnight.settlement.plan.PlannedPage;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.plan.SettlementPlan;
import matchnight.settlement.result.MarketResult;

/**
 * Looks at what settling markets would move, by the same plan that their turns would follow, and writes nothing. A bet with
 * legs on several of the markets counts once.
 */
final class Look {

    private static final int BETS_ON_PAGE = 1_000;

    private final DataSource reader;
    private final Rounding rounding;
    private final Deadline deadline;
    private final Map<MarketId, List<MarketResult>> changed;
    private final WorldHash hash = new WorldHash();
    private final Movements movements = new Movements();
    private final Set<UUID> seenMultiples = new HashSet<>();
    private long looked;
    private long toSettle;
    private long failing;

    /**
     * Begins with nothing seen.
     *
     * @param rounding the policy that bets would be settled by
     * @param changed the events of markets that count otherwise than they are stored
     * @param added the events that are not stored
     */
    Look(
            DataSource reader,
            Rounding rounding,
            Deadline deadline,
            Map<MarketId, List<MarketResult>> changed,
            List<NewEvent> added) {
        this.reader = reader;
        this.rounding = rounding;
        this.deadline = deadline;
        this.changed = changed;
        added.forEach(hash::event);
    }

    /**
     * How many bets there are.
     *
     * @param looked all bets of the markets
     * @param toSettle those that would be settled, or settled again
     * @param failing those that cannot be settled as they stand
     */
    record BetCounts(long looked, long toSettle, long failing) {}

    /** What was seen of the markets. */
    record Seen(BetCounts bets, Movements movements, String hash) {}

    /** Looks at all bets of a market that has an event. */
    void at(MarketStanding market) throws SQLException {
        hash.market(market.marketId(), versionOf(market));
        BetsOfMarket bets = new BetsOfMarket(reader, market.marketId(), market.earliestBetId());
        for (Page page = bets.next(BETS_ON_PAGE); !page.bets().isEmpty(); page = bets.next(BETS_ON_PAGE)) {
            deadline.requireTimeLeft();
            take(asItCounts(page));
        }
    }

    private long versionOf(MarketStanding market) {
        return changed.getOrDefault(market.marketId(), List.of()).stream()
                .mapToLong(MarketResult::version)
                .reduce(market.version(), Math::max);
    }

    private Page asItCounts(Page page) {
        if (changed.isEmpty()) {
            return page;
        }
        Map<MarketId, GradedMarket> markets = new HashMap<>(page.markets());
        markets.replaceAll((marketId, graded) -> changed.containsKey(marketId)
                ? GradedMarket.of(changed.getOrDefault(marketId, List.of()), graded.paysOn())
                : graded);
        return new Page(page.marketId(), page.bets(), markets);
    }

    private void take(Page page) {
        Page unseen = new Page(
                page.marketId(), page.bets().stream().filter(this::isNew).toList(), page.markets());
        Map<UUID, BetOnPage> bets =
                unseen.bets().stream().collect(Collectors.toMap(bet -> bet.bet().betId(), Function.identity()));
        PlannedPage plan = SettlementPlan.of(unseen, rounding);
        looked += bets.size();
        toSettle += plan.settlements().size();
        failing += plan.failures().size();
        for (PlannedSettlement settlement : plan.settlements()) {
            hash.settlement(settlement);
            BetOnPage bet = bets.get(settlement.betId());
            if (bet != null) {
                movements.add(bet, settlement);
            }
        }
    }

    private boolean isNew(BetOnPage bet) {
        return bet.bet().legs().size() == 1 || seenMultiples.add(bet.bet().betId());
    }

    /** What was seen; asked for once. */
    Seen seen() {
        return new Seen(new BetCounts(looked, toSettle, failing), movements, hash.hex());
    }
}
