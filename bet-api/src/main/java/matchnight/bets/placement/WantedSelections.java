package matchnight.bets.placement;

import java.util.Collection;
import java.util.List;
import matchnight.ledger.sql.ColumnArrays;
import matchnight.ledger.sql.StatementSequence;

/** What every reading of the gate begins with, as parts of a statement: the selections that are wanted, and whether they are open. */
final class WantedSelections {

    /** The first four columns. */
    static final String STATE = """
            SELECT wanted.market_id, wanted.selection_id, selection.market_id IS NOT NULL AS selection_known,
                   event.status = 'OPEN' AND market.status = 'OPEN' AND selection.status = 'OPEN'
                       AND selection.shut_by_result_version IS NULL AS open
            """;

    /**
     * A row for each that is wanted and whose market there is; takes their markets and their ids as two arrays.
     *
     * <p>LATERAL with LIMIT makes each of them a look-up by key. Joined as tables, the few hundred rows of a usual night look
     * cheap enough to be read whole, for each batch anew.
     */
    static final String ROWS = """
              FROM unnest(?::text[], ?::text[]) AS wanted (market_id, selection_id)
             CROSS JOIN LATERAL (SELECT *
                                   FROM market
                                  WHERE market.market_id = wanted.market_id
                                  LIMIT 1) AS market
             CROSS JOIN LATERAL (SELECT status, version
                                   FROM event
                                  WHERE event.event_id = market.event_id
                                  LIMIT 1) AS event
              LEFT JOIN LATERAL (SELECT *
                                   FROM selection
                                  WHERE selection.market_id = wanted.market_id
                                    AND selection.selection_id = wanted.selection_id
                                  LIMIT 1) AS selection ON true
            """;

    private WantedSelections() {}

    /** Binds what {@link #ROWS} takes. */
    static StatementSequence.Binding binding(Collection<SelectionKey> selections) {
        List<SelectionKey> wanted = List.copyOf(selections);
        return (statement, first) -> ColumnArrays.from(statement, first, wanted)
                .bind("text", selection -> selection.marketId().value())
                .bind("text", selection -> selection.selectionId().value())
                .nextIndex();
    }
}
