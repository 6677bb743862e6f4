package matchnight.settlement.result;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import matchnight.ledger.market.MarketId;
import org.jspecify.annotations.Nullable;

/** One event of a market's result feed. Its {@code version} gives it its place among the market's events. */
public sealed interface MarketResult {

    Header header();

    /** The name that the feed and the table use. */
    String type();

    default MarketId marketId() {
        return header().marketId();
    }

    default long version() {
        return header().version();
    }

    /**
     * What every event carries.
     *
     * @param eventId the feed's own id of the message
     * @param version 0 or more; rises per market
     * @param reason why, in a person's words, where the feed says so
     */
    record Header(
            String eventId,
            MarketId marketId,
            long version,
            Instant occurredAt,
            @Nullable String reason) {}

    /** Names every selection decided so far, once each; one that it does not name is open. */
    record Result(Header header, Certainty certainty, List<Outcome> outcomes) implements MarketResult {

        public Result {
            outcomes = outcomes.stream()
                    .sorted(Comparator.comparing(
                            outcome -> outcome.selectionId().value()))
                    .toList();
            if (outcomes.stream().map(Outcome::selectionId).distinct().count() != outcomes.size()) {
                throw new IllegalArgumentException("a result names a selection once");
            }
        }

        @Override
        public String type() {
            return "RESULT";
        }
    }

    /** Undoes the settlement: the market's bets are open again. */
    record Rollback(Header header) implements MarketResult {

        @Override
        public String type() {
            return "ROLLBACK";
        }
    }

    /** The market's leg is void in the bets that were accepted in the window. */
    record Cancel(Header header, Window window) implements MarketResult {

        @Override
        public String type() {
            return "CANCEL";
        }
    }

    /** Undoes exactly the cancel with the same window. */
    record RollbackCancel(Header header, Window window) implements MarketResult {

        @Override
        public String type() {
            return "ROLLBACK_CANCEL";
        }
    }
}
