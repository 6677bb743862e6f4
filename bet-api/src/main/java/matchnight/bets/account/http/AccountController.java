package matchnight.bets.account.http;

import static matchnight.bets.caller.Scope.OPS;
import static matchnight.bets.caller.Scope.WALLET;

import java.time.Instant;
import java.util.UUID;
import matchnight.bets.account.Account;
import matchnight.bets.account.BalanceView;
import matchnight.bets.account.ChangeAccountState;
import matchnight.bets.account.OpenAccount;
import matchnight.bets.account.ReadAccount;
import matchnight.bets.account.ReadStatement;
import matchnight.bets.account.StateChange;
import matchnight.bets.caller.Caller;
import matchnight.bets.json.Json;
import matchnight.bets.json.StrictInstants;
import matchnight.bets.page.Page;
import matchnight.bets.page.PageRequest;
import matchnight.bets.problem.InputErrors;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.account.AccountState;
import matchnight.ledger.money.CurrencyCode;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Accounts over HTTP. Which scopes open which call is in the security rules; whose account, is asked here. */
@RestController
@RequestMapping(path = "/v1/accounts", produces = MediaType.APPLICATION_JSON_VALUE)
final class AccountController {

    private final OpenAccount openAccount;
    private final ChangeAccountState changeAccountState;
    private final ReadAccount readAccount;
    private final ReadStatement readStatement;

    AccountController(
            OpenAccount openAccount,
            ChangeAccountState changeAccountState,
            ReadAccount readAccount,
            ReadStatement readStatement) {
        this.openAccount = openAccount;
        this.changeAccountState = changeAccountState;
        this.readAccount = readAccount;
        this.readStatement = readStatement;
    }

    record OpenAccountBody(@Nullable AccountId accountId, CurrencyCode currency) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<AccountBody> open(@RequestBody OpenAccountBody body) {
        AccountId accountId =
                body.accountId() == null ? new AccountId(UUID.randomUUID().toString()) : body.accountId();
        return switch (openAccount.open(accountId, body.currency())) {
            case OpenAccount.Outcome.Opened(Account account) ->
                ResponseEntity.status(HttpStatus.CREATED).body(AccountBody.of(account));
            case OpenAccount.Outcome.Stands(Account account) -> ResponseEntity.ok(AccountBody.of(account));
            case OpenAccount.Outcome.HasOtherCurrency(CurrencyCode currency) ->
                throw new ProblemException(
                        ProblemCode.ACCOUNT_EXISTS, "The account " + accountId + " is in " + currency);
        };
    }

    @GetMapping("/{accountId}")
    AccountBody account(@PathVariable AccountId accountId, Caller caller) {
        caller.requireActsFor(accountId, WALLET, OPS);
        return AccountBody.of(readAccount.account(accountId).orElseThrow(() -> unknown(accountId)));
    }

    record StateBody(AccountState state, @Nullable Instant until, String reason) {

        StateChange toChange() {
            var errors = new InputErrors();
            errors.require(
                    !reason.isBlank() && reason.length() <= StateChange.MOST_REASON_CHARACTERS,
                    "/reason",
                    "must be 1 to " + StateChange.MOST_REASON_CHARACTERS + " characters");
            errors.require(
                    until == null || StateChange.mayEnd(state), "/until", "is only for SUSPENDED and SELF_EXCLUDED");
            errors.throwIfAny();
            return new StateChange(state, until, reason);
        }
    }

    @PutMapping(path = "/{accountId}/state", consumes = MediaType.APPLICATION_JSON_VALUE)
    AccountBody changeState(@PathVariable AccountId accountId, @RequestBody StateBody body, Caller caller) {
        return switch (changeAccountState.change(accountId, body.toChange(), caller.subject())) {
            case ChangeAccountState.Outcome.Changed(Account account) -> AccountBody.of(account);
            case ChangeAccountState.Outcome.UnknownAccount() -> throw unknown(accountId);
            case ChangeAccountState.Outcome.EndsInThePast() ->
                throw ProblemException.invalid("/until", "must lie in the future");
            case ChangeAccountState.Outcome.SelfExclusionStands(Instant until) ->
                throw new ProblemException(
                        ProblemCode.ACCOUNT_STATE_STANDS,
                        "The self-exclusion runs until " + Json.time(until) + " and may only be made longer");
        };
    }

    @GetMapping("/{accountId}/balance")
    byte[] balance(
            @PathVariable AccountId accountId, @RequestParam(required = false) @Nullable String asOf, Caller caller) {
        caller.requireActsFor(accountId, WALLET, OPS);
        BalanceView balance = (asOf == null
                        ? readAccount.balance(accountId)
                        : readAccount.balanceAt(accountId, moment(asOf)))
                .orElseThrow(() -> unknown(accountId));
        return Json.render(balance::write);
    }

    @GetMapping("/{accountId}/statement")
    Page<StatementEntryBody> statement(
            @PathVariable AccountId accountId,
            @RequestParam(required = false) @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String cursor,
            Caller caller) {
        caller.requireActsFor(accountId, WALLET, OPS);
        return readStatement
                .page(accountId, PageRequest.of(limit, cursor, ReadStatement.LIST))
                .orElseThrow(() -> unknown(accountId))
                .map(StatementEntryBody::of);
    }

    private static Instant moment(String asOf) {
        try {
            return StrictInstants.parse(asOf);
        } catch (IllegalArgumentException malformed) {
            throw ProblemException.invalid("?asOf", String.valueOf(malformed.getMessage()));
        }
    }

    private static ProblemException unknown(AccountId accountId) {
        return new ProblemException(ProblemCode.NOT_FOUND, "There is no account " + accountId);
    }
}
