package matchnight.settlement.wiring;

import java.io.IOException;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemReply;
import matchnight.web.ErrorReports;
import org.apache.catalina.connector.Response;

/** Says as a problem what Tomcat has to say. */
public final class ProblemReports extends ErrorReports {

    @Override
    protected void answer(Response response, int status) throws IOException {
        ProblemCode code = ProblemCode.ofStatus(status);
        send(response, code.status(), ProblemReply.MEDIA_TYPE, ProblemReply.render(Problem.of(code, code.title())));
    }
}
