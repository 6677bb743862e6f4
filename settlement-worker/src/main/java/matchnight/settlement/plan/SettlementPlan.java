package matchnight.settlement.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.money.Money;
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
    private final Rounding rounding;

    private SettlementPlan(Page page, Rounding rounding) {
        this.page = page;
        this.rounding = rounding;
    }

    /**
     * What each bet of the page needs. A bet that cannot be graded keeps nobody else from being settled.
     *
     * @param rounding the policy of today, for what is settled now; what stands keeps the one that it was computed by
     */
    public static PlannedPage of(Page page, Rounding rounding) {
        SettlementPlan plan = new SettlementPlan(page, rounding);
        List<PlannedSettlement> settlements = new ArrayList<>();
        List<PlannedPage.Failure> failures = new ArrayList<>();
        for (BetOnPage bet : page.bets()) {
            try {
                PlannedSettlement settlement = plan.settlementOf(bet);
                if (settlement != null) {
                    settlements.add(settlement);
                }
            } catch (ArithmeticException | IllegalArgumentException | IllegalStateException ungradable) {
                failures.add(new PlannedPage.Failure(bet, ungradable.toString()));
            }
        }
        return new PlannedPage(settlements, failures);
    }

    /**
     * The settlement that gives an open bet's stake back because a person decided so.
     *
     * @throws IllegalArgumentException if the bet is not open
     */
    public static PlannedSettlement voidedByPerson(BetOnPage bet, SettlementCause cause) {
        if (!bet.isOpen()) {
            throw new IllegalArgumentException("Only an open bet is voided by a person");
        }
        long stake = bet.bet().stake().minorUnits();
        return new PlannedSettlement(
                bet.bet().betId(),
                bet.bet().accountId(),
                bet.owner(),
                bet.nextVersion(),
                SettlementKind.VOIDED,
                stake,
                cause,
                Rounding.HALF_UP.ruleVersion(),
                bet.bet().stake().toMajorUnits().toString(),
                Proof.ofVoidByPerson(bet.bet()),
                ExposureChange.GIVEN_BACK,
                List.of(new Move(EntryKind.STAKE_RELEASED, stake, -stake)));
    }

    private @Nullable PlannedSettlement settlementOf(BetOnPage bet) {
        if (bet.isDecidedByPerson()) {
            return null;
        }
        return switch (BetGrading.grade(bet.bet(), page.markets())) {
            case Grade.Open open -> bet.isOpen() ? null : reopened(bet, open);
            case Grade.Decided decided -> standsAlready(bet, decided) ? null : settled(bet, decided);
        };
    }

    private static ExposureChange exposureChange(BetOnPage bet, SettlementKind next) {
        boolean willBeVoid = next == SettlementKind.VOIDED;
        if (bet.isVoid() == willBeVoid) {
            return ExposureChange.NONE;
        }
        return willBeVoid ? ExposureChange.GIVEN_BACK : ExposureChange.TAKEN_AGAIN;
    }

    // Held against the policy that it was computed by: a new policy alone moves no money that is paid already.
    private static boolean standsAlready(BetOnPage bet, Grade.Decided decided) {
        CurrentSettlement current = bet.current();
        if (current == null || current.kind() != kindOf(decided)) {
            return false;
        }
        Money returns = returns(bet, decided, Rounding.ofRuleVersion(current.ruleVersion()));
        return Objects.equals(current.returns(), returns.minorUnits());
    }

    private static Money returns(BetOnPage bet, Grade.Decided decided, Rounding rounding) {
        return rounding.round(decided.exactReturns(), bet.bet().stake().currency());
    }

    private static SettlementKind kindOf(Grade.Decided decided) {
        return decided.isVoid() ? SettlementKind.VOIDED : SettlementKind.SETTLED;
    }

    private PlannedSettlement reopened(BetOnPage bet, Grade.Open open) {
        return new PlannedSettlement(
                bet.bet().betId(),
                bet.bet().accountId(),
                bet.owner(),
                bet.nextVersion(),
                SettlementKind.REOPENED,
                null,
                SettlementCause.of(newestCause()),
                rounding.ruleVersion(),
                null,
                Proof.ofReopened(open),
                exposureChange(bet, SettlementKind.REOPENED),
                reversals(bet));
    }

    private PlannedSettlement settled(BetOnPage bet, Grade.Decided decided) {
        Money returns = returns(bet, decided, rounding);
        List<Move> moves = new ArrayList<>(reversals(bet));
        moves.addAll(payments(bet.bet().stake().minorUnits(), returns.minorUnits(), decided.isVoid()));
        return new PlannedSettlement(
                bet.bet().betId(),
                bet.bet().accountId(),
                bet.owner(),
                bet.nextVersion(),
                kindOf(decided),
                returns.minorUnits(),
                SettlementCause.of(causeOf(decided)),
                rounding.ruleVersion(),
                decided.exactReturns().toString(),
                Proof.of(bet.bet(), decided, rounding, returns),
                exposureChange(bet, kindOf(decided)),
                List.copyOf(moves));
    }

    private static List<Move> payments(long stake, long returns, boolean isVoid) {
        if (isVoid) {
            return List.of(new Move(EntryKind.STAKE_RELEASED, stake, -stake));
        }
        Move debit = new Move(EntryKind.STAKE_DEBITED, 0, -stake);
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
