package matchnight.bets.market;

import java.util.List;
import java.util.Optional;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the catalogue, by id. Takes no lock. */
@Component
public final class ReadMarkets {

    /** Names this list's cursors. */
    public static final String LIST = "markets";

    private static final String READ_IDS_AFTER = """
            SELECT market_id
              FROM market
             WHERE market_id > :after
               AND (CAST(:status AS text) IS NULL OR status = :status)
               AND (CAST(:event AS text) IS NULL OR event_id = :event)
             ORDER BY market_id
             LIMIT :rows
            """;

    private final JdbcClient jdbc;

    ReadMarkets(@Qualifier("readerJdbc") JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<Market> market(MarketId marketId) {
        return MarketRows.find(jdbc, marketId);
    }

    /** The markets of an event and status, or of all where one is null. */
    public Page<Market> page(@Nullable MarketStatus status, @Nullable EventId eventId, PageRequest request) {
        List<MarketId> ids = jdbc.sql(READ_IDS_AFTER)
                .param(
                        "after",
                        request.afterKey(MarketId::new).map(MarketId::value).orElse(""))
                .param("status", status == null ? null : status.name())
                .param("event", eventId == null ? null : eventId.value())
                .param("rows", request.rowsToRead())
                .query((row, _) -> new MarketId(row.getString("market_id")))
                .list();
        return Page.of(
                MarketRows.read(jdbc, ids),
                request,
                LIST,
                market -> market.marketId().value());
    }
}
