package matchnight.bets.wiring;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import matchnight.bets.body.WholeBody;
import matchnight.bets.json.StrictJson;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.http.ProblemReply;
import matchnight.bets.problem.http.StatusProblem;
import matchnight.web.BodyReading;
import matchnight.web.RequestReadBefore;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads a body whole, and no more of it than is accepted, before anything parses it. What it must be is {@link WholeBody}'s to
 * say. What no call of the API brings is not read at all.
 */
final class BoundedBody extends OncePerRequestFilter {

    private static final String CALLS = "/v1/";
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
        if (request.getContentLengthLong() > StrictJson.MOST_BODY_BYTES) {
            refuse(response, tooLarge());
            return;
        }
        byte[] body = reading.read(request, StrictJson.MOST_BODY_BYTES + 1);
        if (body == null) {
            refuse(response, StatusProblem.of(408));
        } else if (body.length > StrictJson.MOST_BODY_BYTES) {
            refuse(response, tooLarge());
        } else if (body.length > 0 && !WholeBody.isSaidToBePlain(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
            response.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
            ProblemReply.write(
                    response, Problem.of(ProblemCode.UNSUPPORTED_MEDIA_TYPE, "Send the body without Content-Encoding"));
        } else if (body.length > 0 && !WholeBody.isSaidToBeJson(request.getContentType())) {
            ProblemReply.write(response, StatusProblem.of(415));
        } else if (!WholeBody.isText(body)) {
            ProblemReply.write(response, Problem.invalid("", "is not UTF-8 text"));
        } else {
            chain.doFilter(new RequestReadBefore(request, body), response);
        }
    }

    /** The rest of the body is not read: the connection cannot be used again. */
    private static void refuse(HttpServletResponse response, Problem problem) throws IOException {
        response.setHeader("Connection", "close");
        ProblemReply.write(response, problem);
    }

    private static Problem tooLarge() {
        return Problem.of(ProblemCode.BODY_TOO_LARGE, "At most " + StrictJson.MOST_BODY_BYTES + " bytes are accepted");
    }
}
