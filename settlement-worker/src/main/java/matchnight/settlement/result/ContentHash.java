package matchnight.settlement.result;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import matchnight.ledger.money.Price;
import matchnight.settlement.result.MarketResult.Cancel;
import matchnight.settlement.result.MarketResult.Result;
import matchnight.settlement.result.MarketResult.Rollback;
import matchnight.settlement.result.MarketResult.RollbackCancel;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether two events of one version say the same: the SHA-256 of type, certainty, outcomes as a set, and window.
 *
 * <p>The feed's message id, its time and its reason are not content: a feed that repeats itself changes them.
 */
public record ContentHash(String hex) {

    public static ContentHash of(MarketResult result) {
        String content = switch (result) {
            case Result(var _, Certainty certainty, List<Outcome> outcomes) ->
                certainty + " " + OutcomesJson.write(byValue(outcomes));
            case Rollback _ -> "";
            case Cancel(var _, Window window) -> textOf(window);
            case RollbackCancel(var _, Window window) -> textOf(window);
        };
        return new ContentHash(HexFormat.of().formatHex(sha256(result.type() + " " + content)));
    }

    public byte[] toBytes() {
        return HexFormat.of().parseHex(hex);
    }

    private static String textOf(Window window) {
        return window.from() + " " + window.to();
    }

    private static List<Outcome> byValue(List<Outcome> outcomes) {
        return outcomes.stream().map(ContentHash::byValue).toList();
    }

    // "5/2" and "3.50" are one price.
    private static Outcome byValue(Outcome outcome) {
        return new Outcome(
                outcome.selectionId(),
                outcome.result(),
                outcome.voidFactor(),
                outcome.deadHeat(),
                outcome.placeDeadHeat(),
                outcome.rule4(),
                byValue(outcome.startingPrice()),
                outcome.position());
    }

    private static @Nullable Price byValue(@Nullable Price price) {
        return price == null ? null : new Price(price.value().toString(), price.value());
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }
}
