package matchnight.settlement.hold;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.admin.ListPage;
import matchnight.settlement.admin.ListPosition;
import matchnight.settlement.admin.ListQuery;
import matchnight.settlement.admin.PathId;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Holds that are overdue, and what a person does about one. */
@RestController
class HoldApi {

    private static final String FIRST_BET_ID = new UUID(0, 0).toString();

    private final OverdueHoldReading holds;
    private final VoidBet voidBet;
    private final MeterRegistry registry;

    HoldApi(OverdueHoldReading holds, VoidBet voidBet, MeterRegistry registry) {
        this.holds = holds;
        this.voidBet = voidBet;
        this.registry = registry;
    }

    /**
     * A bet that a person voided.
     *
     * @param returns the stake, in major units
     */
    record VoidedBet(UUID betId, String state, int settlementVersion, String returns, String currency) {}

    @GetMapping("/admin/holds/overdue")
    ListPage<OverdueHold> overdue(
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        int size = ListQuery.limit(limit);
        ListPosition after = ListPosition.of(cursor, FIRST_BET_ID, PathId::isOne);
        return ListPage.of(
                holds.oldestFirst(after, size + 1),
                size,
                hold -> new ListPosition(hold.settleBy(), hold.betId().toString()).cursor());
    }

    @PostMapping(path = "/admin/bets/{betId}/void", consumes = "application/json")
    VoidedBet voidBet(@PathVariable String betId, HttpServletRequest request, Principal caller)
            throws IOException, SQLException {
        ActionBody body = ActionBody.read(request, Set.of("reason"));
        String reason = body.reason();
        body.requireValid();
        if (!PathId.isOne(betId)) {
            throw unknown();
        }
        return switch (voidBet.run(UUID.fromString(betId), caller.getName(), reason)) {
            case VoidBet.Outcome.Voided voided -> answer(voided);
            case VoidBet.Outcome.SettledByResults _ ->
                throw new ProblemException(Problem.of(
                        ProblemCode.CONFLICT,
                        "Results have settled this bet, and results decide it: correct the result instead"));
            case VoidBet.Outcome.Unknown _ -> throw unknown();
        };
    }

    private VoidedBet answer(VoidBet.Outcome.Voided voided) {
        if (!voided.isRepeated()) {
            registry.counter("settlement_bets", "result", "VOID").increment();
        }
        return new VoidedBet(
                voided.betId(),
                "VOIDED",
                voided.settlementVersion(),
                voided.returns().toDecimalString(),
                voided.returns().currency().code());
    }

    private static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such bet"));
    }
}
