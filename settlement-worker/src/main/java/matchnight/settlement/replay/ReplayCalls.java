package matchnight.settlement.replay;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.admin.ActionBody;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemException;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Applies results again: first without writing, then, on request bound to what that said. One call at a time: each reads as
 * fast as it can.
 */
@RestController
class ReplayCalls {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final int HASH_CHARACTERS = 64;
    private static final Instant LONG_AGO = Instant.EPOCH;

    private final MarketReplay marketReplay;
    private final ResultsReplay resultsReplay;
    private final ReplaySettings settings;
    private final Clock clock;
    private final Semaphore turn = new Semaphore(1);

    ReplayCalls(MarketReplay marketReplay, ResultsReplay resultsReplay, ReplaySettings settings, Clock clock) {
        this.marketReplay = marketReplay;
        this.resultsReplay = resultsReplay;
        this.settings = settings;
        this.clock = clock;
    }

    private interface Work {
        ResponseEntity<Object> run(Deadline deadline) throws SQLException;
    }

    @PostMapping(path = "/admin/markets/{marketId}/replay", consumes = "application/json")
    ResponseEntity<Object> replayMarket(
            @PathVariable String marketId,
            @RequestParam(required = false) @Nullable String dryRun,
            HttpServletRequest request,
            Principal principal)
            throws IOException, SQLException {
        boolean isDry = isDry(dryRun);
        ActionBody body = ActionBody.read(request, Set.of("reason", "previewHash"));
        Caller caller = new Caller(principal.getName(), body.reason());
        String previewHash = previewHash(body);
        body.requireValid();
        MarketId market = marketOfPath(marketId);
        return oneAtATime(deadline -> {
            if (isDry) {
                return ResponseEntity.ok(marketReplay.preview(market, caller, deadline));
            }
            return accepted(
                    previewHash == null
                            ? marketReplay.run(market, caller)
                            : marketReplay.runAsPreviewed(market, caller, previewHash, deadline));
        });
    }

    @PostMapping(path = "/admin/replays", consumes = "application/json")
    ResponseEntity<Object> replayResults(
            @RequestParam(required = false) @Nullable String dryRun, HttpServletRequest request, Principal principal)
            throws IOException, SQLException {
        boolean isDry = isDry(dryRun);
        ActionBody body = ActionBody.read(request, Set.of("from", "to", "marketIds", "reason", "previewHash"));
        Caller caller = new Caller(principal.getName(), body.reason());
        String previewHash = previewHash(body);
        RereadRange range = range(body);
        body.requireValid();
        return oneAtATime(deadline -> {
            if (isDry) {
                return ResponseEntity.ok(resultsReplay.preview(range, caller, deadline));
            }
            return accepted(
                    previewHash == null
                            ? resultsReplay.run(range, caller, deadline)
                            : resultsReplay.runAsPreviewed(range, caller, previewHash, deadline));
        });
    }

    // Exactly one of two words: what is misspelt must not become a run.
    private static boolean isDry(@Nullable String dryRun) {
        if (dryRun == null || dryRun.equals("false")) {
            return false;
        }
        if (dryRun.equals("true")) {
            return true;
        }
        throw new ProblemException(Problem.invalid("?dryRun", "must be true or false"));
    }

    private static @Nullable String previewHash(ActionBody body) {
        String hash = body.text("previewHash", HASH_CHARACTERS);
        if (hash != null && !HASH.matcher(hash).matches()) {
            body.fault("previewHash", "must be the previewHash of a dry run");
        }
        return hash;
    }

    private RereadRange range(ActionBody body) {
        Instant from = body.requiredTime("from");
        Instant to = body.time("to");
        List<MarketId> markets = body.list("marketIds", MarketId::new);
        Instant now = clock.instant();
        if (from != null && from.isAfter(now)) {
            body.fault("from", "must not lie in the future");
        }
        if (to != null && to.isAfter(now)) {
            body.fault("to", "must not lie in the future");
        }
        if (from != null && to != null && to.isBefore(from)) {
            body.fault("to", "must not be before from");
        }
        return new RereadRange(from == null ? LONG_AGO : from, to, Set.copyOf(markets));
    }

    private static MarketId marketOfPath(String marketId) {
        try {
            return new MarketId(marketId);
        } catch (IllegalArgumentException noId) {
            throw new ProblemException(Problem.of(ProblemCode.NOT_FOUND, "There is no such market"), noId);
        }
    }

    private static ResponseEntity<Object> accepted(Object reply) {
        return ResponseEntity.accepted().body(reply);
    }

    private ResponseEntity<Object> oneAtATime(Work work) throws SQLException {
        if (!turn.tryAcquire()) {
            throw new ProblemException(
                    Problem.of(ProblemCode.BUSY, "Another replay is at work here; try again shortly"));
        }
        try {
            return work.run(Deadline.in(settings.limit()));
        } catch (KafkaException silent) {
            throw new ProblemException(Problem.of(ProblemCode.BUSY, "The broker does not answer; try again"), silent);
        } finally {
            turn.release();
        }
    }
}
