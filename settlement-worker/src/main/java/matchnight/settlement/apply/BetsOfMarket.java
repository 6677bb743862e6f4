package matchnight.settlement.apply;

import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.grading.Bet;
import matchnight.settlement.plan.Page;

/** All bets of one market as its turns would read them, page by page, for somebody who only looks. */
public final class BetsOfMarket {

    private final MarketBets bets;
    private PartLease reading;

    /**
     * Begins before the first bet; a statement a page, each on a connection of its own.
     *
     * @param earliestBetId no bet of the market has a smaller id
     */
    public BetsOfMarket(DataSource reader, MarketId marketId, UUID earliestBetId) {
        this.bets = new MarketBets(reader);
        this.reading = new PartLease(marketId, (short) 0, 0, 0, AccountRange.ALL, null, BetDays.from(earliestBetId), 0);
    }

    /** The next bets, at most {@code limit}; an empty page is the end. */
    public Page next(int limit) throws SQLException {
        Page page = bets.readPage(reading, limit);
        if (!page.bets().isEmpty()) {
            Bet last = page.bets().getLast().bet();
            reading = reading.movedTo(new PagePosition(last.accountId(), last.betId()));
        }
        return page;
    }
}
