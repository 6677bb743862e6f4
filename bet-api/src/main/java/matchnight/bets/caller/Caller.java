package matchnight.bets.caller;

import java.util.Set;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.account.AccountId;

/**
 * Who a request's token speaks for.
 *
 * @param subject the claim {@code sub}: the account of a customer, the name of a person or program otherwise
 */
public record Caller(String subject, Set<Scope> scopes) {

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    public boolean has(Scope scope) {
        return scopes.contains(scope);
    }

    /**
     * Demands that this caller may act for an account: as its owner with the scope {@code bets}, or with one of the
     * scopes that the call opens to any account. Decided before any look-up, so that it tells nothing of who exists.
     *
     * @throws ProblemException FORBIDDEN
     */
    public void requireActsFor(AccountId accountId, Scope... onAnyAccount) {
        if (!actsFor(accountId, onAnyAccount)) {
            throw new ProblemException(ProblemCode.FORBIDDEN, "The token does not act for this account");
        }
    }

    /** The same as a question, for reads that answer 404 rather than tell that something exists. */
    public boolean actsFor(AccountId accountId, Scope... onAnyAccount) {
        for (Scope scope : onAnyAccount) {
            if (has(scope)) {
                return true;
            }
        }
        return has(Scope.BETS) && subject.equals(accountId.value());
    }
}
