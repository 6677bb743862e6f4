package matchnight.settlement.wiring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemReply;
import matchnight.settlement.result.ResultReader;
import matchnight.web.BodyReading;
import matchnight.web.RequestReadBefore;
import org.springframework.web.filter.OncePerRequestFilter;

/** Reads a body whole, and no more of it than is accepted, before anything parses it; others than the admin calls' not at all. */
final class BoundedBody extends OncePerRequestFilter {

    private static final String CALLS = "/admin/";
    private static final byte[] NOTHING = {};

    private final BodyReading reading;

    BoundedBody(BodyReading reading) {
        this.reading = reading;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!request.getRequestURI().startsWith(CALLS)) {
            // Actuator would read a body on a thread of ours, and asks for no token.
            chain.doFilter(new RequestReadBefore(request, NOTHING), response);
            return;
        }
        byte[] body = reading.read(request, ResultReader.MAX_BYTES + 1);
        if (body == null) {
            refuse(response, Problem.of(ProblemCode.BODY_TOO_SLOW, ProblemCode.BODY_TOO_SLOW.title()));
        } else if (body.length > ResultReader.MAX_BYTES) {
            refuse(
                    response,
                    Problem.of(
                            ProblemCode.BODY_TOO_LARGE, "At most " + ResultReader.MAX_BYTES + " bytes are accepted"));
        } else {
            chain.doFilter(new RequestReadBefore(request, body), response);
        }
    }

    /** The rest of the body is not asked for: the connection cannot be used again. */
    private static void refuse(HttpServletResponse response, Problem problem) throws IOException {
        response.setHeader("Connection", "close");
        ProblemReply.write(response, problem);
    }
}
