package matchnight.settlement.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Rounding;
import matchnight.ledger.posting.EntryKind;
import matchnight.settlement.grading.BetGrading;
import matchnight.settlement.grading.Cause;
import matchnight.settlement.grading.Grade;
import matchnight.settlement.grading.GradedLeg;
import matchnight.settlement.grading.GradedMarket;
import matchnight.settlement.plan.PlannedSettlement.Move;
import org.jspecify.annotations.Nullable;

/** Decides what a page of bets needs: nothing where a bet stands as it should, else its next settlement. */
public final class SettlementPlan {

    private final Page page;

    private SettlementPlan(Page page) {
        this.page = page;
    }

    /** The settlements to write, in the page's order. */
    public static List<PlannedSettlement> of(Page page) {
        SettlementPlan plan = new SettlementPlan(page);
        List<PlannedSettlement> settlements = new ArrayList<>();
        for (BetOnPage bet : page.bets()) {
            PlannedSettlement settlement = plan.settlementOf(bet);
            if (settlement != null) {
                settlements.add(settlement);
            }
        }
        return settlements;
    }

    private @Nullable PlannedSettlement settlementOf(BetOnPage bet) {
        return switch (BetGrading.grade(bet.bet(), page.markets())) {
            case Grade.Open _ -> bet.isOpen() ? null : reopened(bet);
            case Grade.Decided decided -> standsAlready(bet, decided) ? null : settled(bet, decided);
        };
    }

    private static boolean standsAlready(BetOnPage bet, Grade.Decided decided) {
        CurrentSettlement current = bet.current();
        return current != null
                && current.kind() == kindOf(decided)
                && Objects.equals(current.returns(), decided.returns().minorUnits());
    }

    private static SettlementKind kindOf(Grade.Decided decided) {
        return decided.isVoid() ? SettlementKind.VOIDED : SettlementKind.SETTLED;
    }

    private PlannedSettlement reopened(BetOnPage bet) {
        return new PlannedSettlement(
                bet.bet().betId(),
                bet.bet().accountId(),
                bet.nextVersion(),
                SettlementKind.REOPENED,
                null,
                newestCause(),
                Rounding.HALF_UP.ruleVersion(),
                null,
                "{}",
                reversals(bet));
    }

    private PlannedSettlement settled(BetOnPage bet, Grade.Decided decided) {
        List<Move> moves = new ArrayList<>(reversals(bet));
        moves.addAll(payments(bet.bet().stake().minorUnits(), decided));
        return new PlannedSettlement(
                bet.bet().betId(),
                bet.bet().accountId(),
                bet.nextVersion(),
                kindOf(decided),
                decided.returns().minorUnits(),
                causeOf(decided),
                decided.rounding().ruleVersion(),
                decided.exactReturns().toString(),
                Proof.of(decided),
                List.copyOf(moves));
    }

    private static List<Move> payments(long stake, Grade.Decided decided) {
        if (decided.isVoid()) {
            return List.of(new Move(EntryKind.STAKE_RELEASED, stake, -stake));
        }
        Move debit = new Move(EntryKind.STAKE_DEBITED, 0, -stake);
        long returns = decided.returns().minorUnits();
        return returns == 0 ? List.of(debit) : List.of(debit, new Move(EntryKind.RETURNS_CREDITED, returns, 0));
    }

    /** Takes back what the current settlement moved, the newest entry first. */
    private static List<Move> reversals(BetOnPage bet) {
        CurrentSettlement current = bet.current();
        if (current == null) {
            return List.of();
        }
        long stake = bet.bet().stake().minorUnits();
        return switch (current.kind()) {
            case REOPENED -> List.of();
            case VOIDED -> List.of(new Move(EntryKind.STAKE_RELEASE_REVERSED, -stake, stake));
            case SETTLED -> settledReversals(stake, Objects.requireNonNull(current.returns()));
        };
    }

    private static List<Move> settledReversals(long stake, long returns) {
        Move debit = new Move(EntryKind.STAKE_DEBIT_REVERSED, 0, stake);
        return returns == 0 ? List.of(debit) : List.of(new Move(EntryKind.RETURNS_CREDIT_REVERSED, -returns, 0), debit);
    }

    // A settlement of an accumulator names the event on the market whose turn it was, not of a leg decided before.
    private Cause causeOf(Grade.Decided decided) {
        return decided.legs().stream()
                .filter(leg -> leg.leg().marketId().equals(page.marketId()))
                .map(GradedLeg::by)
                .findFirst()
                .orElseGet(this::newestCause);
    }

    private Cause newestCause() {
        Map<MarketId, GradedMarket> markets = page.markets();
        GradedMarket market = markets.getOrDefault(page.marketId(), GradedMarket.WITHOUT_EVENTS);
        return Objects.requireNonNull(market.newest(), "a market is settled because an event of it is stored");
    }
}
