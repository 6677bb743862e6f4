package matchnight.bets.placement;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import matchnight.bets.catalogue.MarketCatalogue;
import matchnight.bets.catalogue.MarketSnapshot;
import matchnight.bets.catalogue.MarketSnapshot.SelectionSnapshot;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.sql.StatementSequence;
import org.jspecify.annotations.Nullable;

/**
 * Markets as one transaction may use them: open or not by the database, terms and price from memory where the version is the
 * one that the database has at this moment, and read from the database where it is not.
 */
final class RememberedMarkets implements MarketReadings {

    private final LiveGate live;
    private final Map<SelectionKey, GateReading> readings = new HashMap<>();

    private RememberedMarkets(LiveGate live) {
        this.live = live;
    }

    /** Puts together what is live and what is remembered; asks the database only where memory is behind. */
    static RememberedMarkets of(
            LiveGate live,
            Collection<SelectionKey> selections,
            MarketCatalogue catalogue,
            ExposureMemory exposures,
            Connection connection)
            throws SQLException {
        RememberedMarkets markets = new RememberedMarkets(live);
        List<SelectionKey> toRead = new ArrayList<>();
        for (SelectionKey selection : selections) {
            LiveGate.Reading open = live.reading(selection);
            if (open == null) {
                continue;
            }
            GateReading remembered = remembered(selection, open, catalogue, exposures);
            if (remembered == null) {
                toRead.add(selection);
            } else {
                markets.readings.put(selection, remembered);
            }
        }
        if (!toRead.isEmpty()) {
            markets.read(toRead, catalogue, exposures, connection);
        }
        return markets;
    }

    private void read(
            List<SelectionKey> selections, MarketCatalogue catalogue, ExposureMemory exposures, Connection connection)
            throws SQLException {
        StatementSequence statements = new StatementSequence();
        StatementSequence.Found<Gate> gate = Gate.read(statements, selections);
        statements.run(connection);
        TreeSet<MarketId> changed = new TreeSet<>();
        for (SelectionKey selection : selections) {
            GateReading reading = gate.get().reading(selection);
            if (reading != null) {
                readings.put(selection, reading);
                exposures.noteBucketCount(selection, reading.exposureBuckets());
                changed.add(selection.marketId());
            }
        }
        catalogue.readThrough(connection, changed);
    }

    private static @Nullable GateReading remembered(
            SelectionKey selection, LiveGate.Reading live, MarketCatalogue catalogue, ExposureMemory exposures) {
        MarketSnapshot market = catalogue.find(selection.marketId());
        Integer buckets = exposures.bucketCount(selection);
        if (market == null || buckets == null || !market.is(live.marketVersion(), live.changedIn())) {
            return null;
        }
        SelectionSnapshot terms = market.selections().get(selection.selectionId());
        return terms == null ? null : reading(market, terms, live, buckets);
    }

    private static GateReading reading(
            MarketSnapshot market, SelectionSnapshot terms, LiveGate.Reading live, int buckets) {
        return new GateReading(
                market.eventId(),
                live.open(),
                terms.price(),
                terms.eachWay(),
                live.gateVersion(),
                market.settleBy(),
                market.owner(),
                market.limitCurrency(),
                market.liabilityLimit(),
                market.minStake(),
                market.maxStake(),
                market.maxReturns(),
                market.bestOddsGuaranteed(),
                market.topUpMax(),
                buckets,
                market.liabilityLimit());
    }

    @Override
    public boolean knows(MarketId marketId) {
        return live.knows(marketId);
    }

    @Override
    public @Nullable GateReading reading(SelectionKey selection) {
        return readings.get(selection);
    }
}
