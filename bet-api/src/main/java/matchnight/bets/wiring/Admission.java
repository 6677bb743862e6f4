package matchnight.bets.wiring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.http.BusyAnswers;
import matchnight.bets.problem.http.PlacesForCalls;
import matchnight.bets.problem.http.ProblemReply;
import matchnight.ledger.sql.BusyCause;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Admits a bounded number of calls at once. Below it every call has a thread and waits for its connection; above it a
 * call is answered 503 in microseconds, by one of the threads kept for that. Health and metrics are always admitted.
 */
final class Admission extends OncePerRequestFilter {

    private final PlacesForCalls places;
    private final BusyAnswers busyAnswers;

    Admission(PlacesForCalls places, BusyAnswers busyAnswers) {
        this.places = places;
        this.busyAnswers = busyAnswers;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().startsWith("/v1/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!places.tryEnter()) {
            busyAnswers.count(BusyCause.QUEUE, request);
            ProblemReply.write(response, Problem.of(ProblemCode.BUSY, "Try again shortly with the same key"));
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            places.leave();
        }
    }
}
