package matchnight.settlement.plan;

import org.jspecify.annotations.Nullable;

/**
 * The newest settlement of a bet.
 *
 * @param version counts the bet's own settlements from 1
 * @param returns minor units; null if the bet was reopened
 */
public record CurrentSettlement(
        int version, SettlementKind kind, @Nullable Long returns) {

    boolean isReopened() {
        return kind == SettlementKind.REOPENED;
    }
}
