package matchnight.settlement.plan;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Effect;
import matchnight.ledger.posting.EntryKind;
import matchnight.ledger.posting.Movement;
import org.jspecify.annotations.Nullable;

/**
 * One settlement that is to be written, and the money that it moves.
 *
 * @param owner the desk that answers for the bet
 * @param returns minor units; null where the bet is reopened
 * @param exactReturns the exact fraction of major units after the caps and before the one rounding
 * @param proof what the returns were computed from, as JSON
 * @param exposure what it does to the liability of the bet's selections
 * @param moves in the order of the entries; reversals of the version before come first
 */
public record PlannedSettlement(
        UUID betId,
        AccountId accountId,
        String owner,
        int version,
        SettlementKind kind,
        @Nullable Long returns,
        SettlementCause cause,
        short ruleVersion,
        @Nullable String exactReturns,
        String proof,
        ExposureChange exposure,
        List<Move> moves) {

    /** A change of both balances, in minor units. */
    public record Move(EntryKind kind, long availableChange, long reservedChange) {}

    /** The effect on the account when it happens at {@code moment}. */
    public Effect effectAt(Instant moment) {
        return new Effect(
                event(), moves.stream().map(move -> movementAt(move, moment)).toList());
    }

    private Movement movementAt(Move move, Instant moment) {
        return Movement.ofSettlement(
                accountId, move.kind(), move.availableChange(), move.reservedChange(), betId, version, moment);
    }

    private EventType event() {
        if (version > 1) {
            return EventType.BetResettled;
        }
        return kind == SettlementKind.VOIDED ? EventType.BetVoided : EventType.BetSettled;
    }

    /** In one word for a metric: what the account's owner would call it. */
    public String resultTag() {
        return switch (kind) {
            case VOIDED -> "VOID";
            case REOPENED -> "REOPENED";
            case SETTLED -> returns != null && returns > 0 ? "WON" : "LOST";
        };
    }
}
