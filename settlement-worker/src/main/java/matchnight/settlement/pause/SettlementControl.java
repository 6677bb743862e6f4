package matchnight.settlement.pause;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.apply.LaneTurns;
import matchnight.settlement.apply.SettlementSettings;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lets people hold settlement up, empty a worker before it is replaced, and see what is held up. */
@RestController
class SettlementControl {

    private static final int MAX_ID_CHARACTERS = 64;
    private static final int MAX_LISTED = 1_000;

    private final Pauses pauses;
    private final Draining draining;
    private final WorkerDrain workerDrain;
    private final LaneTurns turns;
    private final SettlementSettings settings;

    SettlementControl(
            Pauses pauses, Draining draining, WorkerDrain workerDrain, LaneTurns turns, SettlementSettings settings) {
        this.pauses = pauses;
        this.draining = draining;
        this.workerDrain = workerDrain;
        this.turns = turns;
        this.settings = settings;
    }

    /** Whether the scope is paused; since when, by whom and why only while it is. */
    record PauseState(
            String scope,
            boolean paused,
            @Nullable Instant since,
            @Nullable String by,
            @Nullable String reason) {

        static PauseState of(Pause pause) {
            return new PauseState(pause.scope().name(), true, pause.since(), pause.by(), pause.reason());
        }

        static PauseState resumed(Scope scope) {
            return new PauseState(scope.name(), false, null, null, null);
        }
    }

    /** What a drain came to within its time. */
    record DrainState(String scope, boolean drained, long leasesHeld) {}

    record PausedItem(String scope, @Nullable String marketId, Instant since, String by, String reason) {

        static PausedItem of(Pause pause) {
            MarketId marketId = pause.scope().marketId();
            return new PausedItem(
                    pause.scope().name(),
                    marketId == null ? null : marketId.value(),
                    pause.since(),
                    pause.by(),
                    pause.reason());
        }
    }

    record Lanes(int configured, int alive, int atWork) {}

    /**
     * What is held up, and how this worker is.
     *
     * @param paused everything first, at most 1,000
     * @param pausedMarkets how many markets are paused one by one
     * @param worker the name that this worker's leases carry
     */
    record ControlState(
            List<PausedItem> paused,
            long pausedMarkets,
            String worker,
            boolean draining,
            LaneTurns.@Nullable Drain drain,
            Lanes lanes,
            long leasesHeld) {}

    private record Action(Scope scope, String reason) {

        static Action read(HttpServletRequest request) throws IOException {
            ActionBody body = ActionBody.read(request, Set.of("marketId", "reason"));
            MarketId marketId = body.parsed("marketId", MAX_ID_CHARACTERS, MarketId::new);
            String reason = body.reason();
            body.requireValid();
            return new Action(marketId == null ? Scope.ALL : new Scope(marketId), reason);
        }
    }

    @PostMapping(path = "/admin/settlement/pause", consumes = "application/json")
    PauseState pause(HttpServletRequest request, Principal caller) throws IOException, SQLException {
        Action action = Action.read(request);
        return pauses.pause(action.scope(), caller.getName(), "SETTLEMENT_PAUSED", action.reason())
                .map(PauseState::of)
                .orElseThrow(SettlementControl::noSuchMarket);
    }

    /** Ends the pause of one market, or that of everything together with the drain of this worker. */
    @PostMapping(path = "/admin/settlement/resume", consumes = "application/json")
    PauseState resume(HttpServletRequest request, Principal caller) throws IOException, SQLException {
        Action action = Action.read(request);
        if (!pauses.resume(action.scope(), caller.getName(), action.reason())) {
            throw noSuchMarket();
        }
        if (action.scope().equals(Scope.ALL)) {
            turns.goOn();
        }
        return PauseState.resumed(action.scope());
    }

    /** Pauses a market and waits until nobody works on it; without a market, empties this worker. */
    @PostMapping(path = "/admin/settlement/drain", consumes = "application/json")
    DrainState drain(HttpServletRequest request, Principal caller) throws IOException, SQLException {
        Action action = Action.read(request);
        MarketId marketId = action.scope().marketId();
        return marketId == null
                ? drainWorker(action, caller.getName())
                : drainMarket(marketId, action, caller.getName());
    }

    private DrainState drainMarket(MarketId marketId, Action action, String actor) throws SQLException {
        if (pauses.pause(action.scope(), actor, "SETTLEMENT_DRAINED", action.reason())
                .isEmpty()) {
            throw noSuchMarket();
        }
        long held = draining.awaitNoLeaseOn(marketId);
        return new DrainState(action.scope().name(), held == 0, held);
    }

    private DrainState drainWorker(Action action, String actor) throws SQLException {
        workerDrain.begin(actor, action.reason());
        long held = draining.awaitLanesIdle();
        return new DrainState("worker", held == 0 && turns.atWork() == 0, held);
    }

    private static ProblemException noSuchMarket() {
        return new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such market"));
    }

    @GetMapping("/admin/settlement")
    ControlState state() throws SQLException {
        LaneTurns.Drain drain = turns.drained();
        return new ControlState(
                pauses.list(MAX_LISTED).stream().map(PausedItem::of).toList(),
                pauses.extent().markets(),
                turns.owner(),
                drain != null,
                drain,
                new Lanes(settings.lanes(), turns.lanesAlive(), turns.atWork()),
                pauses.leasesOf(turns.owner()));
    }
}
