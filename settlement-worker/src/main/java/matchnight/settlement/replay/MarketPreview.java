package matchnight.settlement.replay;

import java.util.List;

/**
 * What applying a market's state again would move.
 *
 * @param version of its newest stored event
 * @param revision of its job when the look began; a run raises it
 * @param previewHash binds a run to this preview
 */
record MarketPreview(
        String marketId,
        long version,
        long revision,
        Look.BetCounts bets,
        List<Movements.CurrencyTotal> totals,
        List<Movements.AccountChange> accounts,
        long accountsOmitted,
        String previewHash) {

    static MarketPreview of(MarketStanding market, Look.Seen seen) {
        return new MarketPreview(
                market.marketId().value(),
                market.version(),
                market.revision(),
                seen.bets(),
                seen.movements().totals(),
                seen.movements().accounts(),
                seen.movements().accountsOmitted(),
                seen.hash());
    }
}
