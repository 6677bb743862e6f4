package matchnight.web;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;

/**
 * What Tomcat says about a request that never reached a servlet: a path or header that it could not read. Each service says
 * it in its own words; Tomcat makes the valve itself, so a service's class has a public constructor without parameters.
 */
public abstract class ErrorReports extends ErrorReportValve {

    /** Lets the context's host report by a valve of this class. */
    public static void use(Class<? extends ErrorReports> reports, Context context) {
        if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass(reports.getName());
        }
    }

    /** Answers by {@link #send}; {@code status} is Tomcat's, 400 or above. */
    protected abstract void answer(Response response, int status) throws IOException;

    /** The whole answer. */
    protected static void send(Response response, int status, String mediaType, byte[] body) throws IOException {
        response.setStatus(status);
        response.setContentType(mediaType);
        response.setContentLength(body.length);
        OutputStream out = response.getOutputStream();
        out.write(body);
        response.finishResponse();
    }

    @Override
    protected final void report(Request request, Response response, @Nullable Throwable thrown) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            answer(response, response.getStatus());
        } catch (IOException | IllegalStateException gone) {
            // The client has gone, or the answer is on its way already: there is nobody to tell.
            container.getLogger().debug("No error report was sent", gone);
        }
    }
}
