package matchnight.bench.placement;

import java.net.URI;
import java.util.List;
import matchnight.stack.TokenIssuer;

/** Everybody who bets, each under a token of its own. */
record Bettors(List<Bettor> usual, List<Bettor> poor, List<Bettor> hot, List<Bettor> held) {

    static Bettors withTokens(URI betApi, TokenIssuer tokens) {
        return new Bettors(
                Bettor.withTokens(Population.bettors(), betApi, tokens),
                Bettor.withTokens(Population.poorBettors(), betApi, tokens),
                Bettor.withTokens(List.of(Population.HOT_ACCOUNT), betApi, tokens),
                Bettor.withTokens(List.of(Population.HELD_ACCOUNT), betApi, tokens));
    }
}
