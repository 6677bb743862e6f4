package matchnight.settlement.replay;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.plan.PlannedSettlement;
import matchnight.settlement.result.ContentHash;

/**
 * Tells whether what would move is still the same: the SHA-256 of the events that would be stored and, market by market, of
 * its version and every settlement that would be written, in order. What has no part in that, such as bets that stand as
 * they should, does not change it.
 */
final class WorldHash {

    private final MessageDigest digest;

    WorldHash() {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256", impossible);
        }
    }

    void event(NewEvent added) {
        line("event %s %d %s"
                .formatted(
                        added.event().marketId(),
                        added.event().version(),
                        ContentHash.of(added.event()).hex()));
    }

    void market(MarketId marketId, long version) {
        line("market %s %d".formatted(marketId, version));
    }

    void settlement(PlannedSettlement planned) {
        line("bet %s %d %s %s".formatted(planned.betId(), planned.version(), planned.kind(), planned.returns()));
    }

    private void line(String text) {
        digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of all that was said; asked for once. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
