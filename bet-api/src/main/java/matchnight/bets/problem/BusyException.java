package matchnight.bets.problem;

import matchnight.ledger.sql.BusyCause;
import org.jspecify.annotations.Nullable;

/** Nothing happened, or it is unknown whether something did: the same key may be tried again. */
public final class BusyException extends ProblemException {

    private final BusyCause busyCause;

    public BusyException(BusyCause busyCause, @Nullable Throwable trouble) {
        super(Problem.of(ProblemCode.BUSY, "Try again shortly with the same key"), trouble);
        this.busyCause = busyCause;
    }

    public BusyCause busyCause() {
        return busyCause;
    }
}
