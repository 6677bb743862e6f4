package matchnight.bets.problem.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import matchnight.ledger.sql.BusyCause;

/** Counts placements that were answered 503, in {@code placement_busy_total} by cause. */
public final class BusyAnswers {

    private static final String PLACEMENT = "/v1/bets";

    private final MeterRegistry meters;

    public BusyAnswers(MeterRegistry meters) {
        this.meters = meters;
        // There from the start: a dashboard cannot tell an absent series from a quiet one.
        for (BusyCause cause : BusyCause.values()) {
            counted(cause);
        }
    }

    /** Counts the answer if it is a placement's. */
    public void count(BusyCause cause, HttpServletRequest request) {
        if (request.getMethod().equals("POST") && request.getRequestURI().equals(PLACEMENT)) {
            counted(cause).increment();
        }
    }

    private Counter counted(BusyCause cause) {
        return Counter.builder("placement.busy")
                .description("Placements answered 503, by what there was no room or no time for")
                .tag("cause", cause.tag())
                .register(meters);
    }
}
