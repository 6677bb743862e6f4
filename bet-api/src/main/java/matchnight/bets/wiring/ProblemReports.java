package matchnight.bets.wiring;

import java.io.IOException;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemBody;
import matchnight.bets.problem.http.StatusProblem;
import matchnight.web.ErrorReports;
import org.apache.catalina.connector.Response;

/** Says as a problem what Tomcat has to say. */
public final class ProblemReports extends ErrorReports {

    @Override
    protected void answer(Response response, int status) throws IOException {
        Problem problem = StatusProblem.of(status);
        send(response, problem.code().status(), ProblemBody.MEDIA_TYPE, ProblemBody.render(problem));
    }
}
