package matchnight.settlement.grading;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import matchnight.settlement.result.MarketResult;
import org.jspecify.annotations.Nullable;

/** A market as grading needs it: its state, from when on it pays, and the newest of its events. */
public record GradedMarket(
        MarketState state, PaysOn paysOn, @Nullable Cause newest) {

    public static final GradedMarket WITHOUT_EVENTS =
            new GradedMarket(MarketState.of(List.of()), PaysOn.CONFIRMED, null);

    public static GradedMarket of(Collection<? extends MarketResult> events, PaysOn paysOn) {
        Cause newest = events.stream()
                .max(Comparator.comparingLong(MarketResult::version))
                .map(Cause::of)
                .orElse(null);
        return new GradedMarket(MarketState.of(events), paysOn, newest);
    }
}
