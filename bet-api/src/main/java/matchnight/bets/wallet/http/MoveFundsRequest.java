package matchnight.bets.wallet.http;

import matchnight.bets.json.AmountText;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;

/** The body of a deposit or a withdrawal. */
public record MoveFundsRequest(AmountText amount, CurrencyCode currency) {

    /**
     * Reads the amount.
     *
     * @throws ProblemException INVALID_REQUEST unless it is a positive amount of the currency
     */
    Money toMoney() {
        Money money;
        try {
            money = amount.in(currency);
        } catch (IllegalArgumentException invalid) {
            throw ProblemException.invalid("/amount", String.valueOf(invalid.getMessage()));
        }
        if (!money.isPositive()) {
            throw ProblemException.invalid("/amount", "must be above 0");
        }
        return money;
    }
}
