package matchnight.bets.market.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import matchnight.bets.bet.EachWayTerms;
import matchnight.bets.json.Json;
import matchnight.bets.market.Market;
import matchnight.bets.market.MarketTerms;
import matchnight.bets.market.Selection;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * A market as clients see it: as it was put, and how it stands.
 *
 * @param eventStatus of its event: a bet needs both open
 * @param version for {@code If-Match}
 * @param pricesVersion the newest version of the price feed that was applied
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MarketReply(
        String marketId,
        String eventId,
        String event,
        String eventStatus,
        String name,
        String startsAt,
        String settleBy,
        String owner,
        String status,
        String limitCurrency,
        String liabilityLimit,
        String minStake,
        String maxStake,
        @Nullable String maxReturns,
        @Nullable BestOddsReply bestOddsGuaranteed,
        String paysOn,
        long version,
        long pricesVersion,
        List<SelectionReply> selections) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record BestOddsReply(@Nullable String topUpMax) {

        static BestOddsReply of(MarketTerms.BestOdds terms) {
            return new BestOddsReply(text(terms.topUpMax()));
        }
    }

    /** {@code shutByResultVersion}: the result that shut it; only where one has. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SelectionReply(
            String selectionId,
            String name,
            String price,
            String status,
            @Nullable EachWayTerms eachWay,
            @Nullable Long shutByResultVersion) {

        static SelectionReply of(Selection selection, Market market) {
            return new SelectionReply(
                    selection.selectionId().value(),
                    selection.name(),
                    selection.price().text(),
                    selection.status().name(),
                    selection.eachWay(),
                    market.shutByResult().get(selection.selectionId()));
        }
    }

    static MarketReply of(Market market) {
        MarketTerms terms = market.terms();
        return new MarketReply(
                market.marketId().value(),
                terms.eventId().value(),
                terms.event(),
                market.eventStatus().name(),
                terms.name(),
                Json.time(terms.startsAt()),
                Json.time(terms.settleBy()),
                terms.owner(),
                terms.status().name(),
                terms.limitCurrency().code(),
                terms.liabilityLimit().toDecimalString(),
                terms.minStake().toDecimalString(),
                terms.maxStake().toDecimalString(),
                text(terms.maxReturns()),
                terms.bestOdds() == null ? null : BestOddsReply.of(terms.bestOdds()),
                terms.paysOn().name(),
                market.version(),
                market.pricesVersion(),
                terms.selections().stream()
                        .map(selection -> SelectionReply.of(selection, market))
                        .toList());
    }

    private static @Nullable String text(@Nullable Money amount) {
        return amount == null ? null : amount.toDecimalString();
    }
}
