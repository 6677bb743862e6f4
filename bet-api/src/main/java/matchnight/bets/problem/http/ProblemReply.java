package matchnight.bets.problem.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemBody;

/** Writes a problem as the whole answer. */
public final class ProblemReply {

    private static final String RETRY_AFTER_SECONDS = "1";

    private ProblemReply() {}

    /** Does nothing when the answer is already on its way. */
    public static void write(HttpServletResponse response, Problem problem) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        byte[] body = ProblemBody.render(problem);
        response.setStatus(problem.code().status());
        response.setContentType(ProblemBody.MEDIA_TYPE);
        response.setContentLength(body.length);
        response.setHeader("Cache-Control", "no-store");
        if (problem.code().asksToWait()) {
            response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
        }
        response.getOutputStream().write(body);
    }
}
