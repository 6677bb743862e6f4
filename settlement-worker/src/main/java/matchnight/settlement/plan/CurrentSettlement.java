package matchnight.settlement.plan;

import org.jspecify.annotations.Nullable;

/**
 * The newest settlement of a bet.
 *
 * @param version counts the bet's own settlements from 1
 * @param returns minor units; null if the bet was reopened
 * @param ruleVersion the rounding policy that the returns were computed by
 * @param isByPerson whether a person decided it and not a result
 */
public record CurrentSettlement(
        int version, SettlementKind kind, @Nullable Long returns, short ruleVersion, boolean isByPerson) {

    boolean isReopened() {
        return kind == SettlementKind.REOPENED;
    }
}
