package matchnight.bets.bet;

import org.jspecify.annotations.Nullable;

/** Where a bet came from, as the client said; kept with the bet and never interpreted. */
public record BetContext(
        @Nullable String channel,
        @Nullable String brand,
        @Nullable String jurisdiction) {

    public static final BetContext NONE = new BetContext(null, null, null);

    public boolean isEmpty() {
        return channel == null && brand == null && jurisdiction == null;
    }
}
