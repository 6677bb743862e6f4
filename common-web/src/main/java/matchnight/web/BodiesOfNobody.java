package matchnight.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;

/**
 * Has no thread wait for the body of a request that the server answers by itself, such as {@code OPTIONS *}: {@link
 * LateBodies} and everything behind it see none of these. Their connection is closed, whatever was not read of it.
 */
public final class BodiesOfNobody implements LifecycleListener {

    @Override
    public void lifecycleEvent(LifecycleEvent event) {
        if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT) && event.getLifecycle() instanceof Connector connector) {
            connector.getProtocolHandler().setAdapter(new Refusing(connector));
        }
    }

    private static final class Refusing extends CoyoteAdapter {

        Refusing(Connector connector) {
            super(connector);
        }

        @Override
        protected boolean postParseRequest(
                org.apache.coyote.Request incoming,
                Request request,
                org.apache.coyote.Response outgoing,
                Response response)
                throws IOException, ServletException {
            boolean isServed = super.postParseRequest(incoming, request, outgoing, response);
            if (!isServed && !incoming.isFinished()) {
                LateBodies.closeWithoutReading(request);
            }
            return isServed;
        }
    }
}
