package matchnight.settlement.wiring;

import java.io.IOException;
import java.io.OutputStream;
import matchnight.settlement.problem.Problem;
import matchnight.settlement.problem.ProblemCode;
import matchnight.settlement.problem.ProblemReply;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/** What Tomcat says about a request that never reached a servlet: a path or header that it could not read. */
public final class ProblemReports extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, @Nullable Throwable thrown) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        ProblemCode code = ProblemCode.ofStatus(response.getStatus());
        byte[] body = ProblemReply.render(Problem.of(code, code.title()));
        try {
            response.setStatus(code.status());
            response.setContentType(ProblemReply.MEDIA_TYPE);
            response.setContentLength(body.length);
            OutputStream out = response.getOutputStream();
            out.write(body);
            response.finishResponse();
        } catch (IOException | IllegalStateException gone) {
            // The client has gone, or the answer is on its way already: there is nobody to tell.
            container.getLogger().debug("No error report was sent", gone);
        }
    }
}
