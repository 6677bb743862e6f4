package matchnight.bets.history.http;

import static matchnight.bets.caller.Scope.OPS;

import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import matchnight.bets.bet.BetJson;
import matchnight.bets.bet.BetView;
import matchnight.bets.caller.Caller;
import matchnight.bets.history.BetFilter;
import matchnight.bets.history.ReadBets;
import matchnight.bets.history.ReadKeyOutcome;
import matchnight.bets.key.KeyWait;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.bets.placement.http.RefusalProblem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.IdempotencyKey;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Bets over HTTP, to be read. Somebody else's bet is as unknown as one that does not exist. */
@RestController
@RequestMapping(path = "/v1/bets", produces = MediaType.APPLICATION_JSON_VALUE)
final class BetController {

    private static final Pattern BET_ID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final ReadBets readBets;
    private final ReadKeyOutcome readKeyOutcome;

    BetController(ReadBets readBets, ReadKeyOutcome readKeyOutcome) {
        this.readBets = readBets;
        this.readKeyOutcome = readKeyOutcome;
    }

    @GetMapping("/{betId}")
    byte[] bet(@PathVariable String betId, Caller caller) throws SQLException {
        Optional<BetView> bet =
                BET_ID.matcher(betId).matches() ? readBets.bet(UUID.fromString(betId)) : Optional.empty();
        return bet.filter(found -> caller.actsFor(found.accountId(), OPS))
                .map(BetJson::bet)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no such bet"));
    }

    @GetMapping
    byte[] bets(
            @RequestParam AccountId accountId,
            @RequestParam(defaultValue = "all") String state,
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor,
            Caller caller)
            throws SQLException {
        caller.requireActsFor(accountId, OPS);
        BetFilter filter = BetFilter.of(state)
                .orElseThrow(() -> ProblemException.invalid("?state", "must be open, settled or all"));
        Page<BetView> page = readBets.page(accountId, filter, PageRequest.of(limit, cursor, ReadBets.LIST));
        return BetJson.page(page.items(), page.nextCursor());
    }

    @GetMapping(params = "idempotencyKey")
    byte[] betByKey(@RequestParam AccountId accountId, @RequestParam String idempotencyKey, Caller caller)
            throws SQLException {
        caller.requireActsFor(accountId, OPS);
        IdempotencyKey key = key(idempotencyKey);
        ReadKeyOutcome.Outcome outcome = KeyWait.untilFree(
                () -> readKeyOutcome.read(accountId, key), ReadKeyOutcome.Outcome.Running.class::isInstance);
        return switch (outcome) {
            case ReadKeyOutcome.Outcome.Accepted(BetView bet) -> BetJson.bet(bet);
            case ReadKeyOutcome.Outcome.Refused(var refusal) -> throw new ProblemException(RefusalProblem.of(refusal));
            case ReadKeyOutcome.Outcome.Retired() ->
                throw new ProblemException(
                        ProblemCode.RETIRED, "The bet was accepted, and its rows are no longer kept here");
            case ReadKeyOutcome.Outcome.Running() ->
                throw new ProblemException(
                        ProblemCode.IDEMPOTENCY_KEY_IN_USE, "Ask again shortly for what becomes of it");
            case ReadKeyOutcome.Outcome.Nothing() ->
                throw new ProblemException(ProblemCode.NOT_FOUND, "No request with this key was decided");
        };
    }

    private static IdempotencyKey key(String text) {
        try {
            return IdempotencyKey.parse(text);
        } catch (IllegalArgumentException malformed) {
            throw ProblemException.invalid("?idempotencyKey", String.valueOf(malformed.getMessage()));
        }
    }
}
