package matchnight.settlement.wiring;

import java.time.Duration;
import matchnight.web.BodiesOfNobody;
import matchnight.web.BodyReading;
import matchnight.web.ErrorReports;
import matchnight.web.LateBodies;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** The web server's edge: no body that does not come holds up anybody else. */
@Configuration(proxyBeanMethods = false)
class WebWiring {

    private static final int AFTER_TOKENS = 0;

    /** After the token was verified: a stranger's body is not read. */
    @Bean
    FilterRegistrationBean<BoundedBody> boundedBody(
            @Value("${matchnight.bodies.most-waited-for}") int mostWaitedFor,
            @Value("${matchnight.bodies.most-wait}") Duration mostWait) {
        var registration = new FilterRegistrationBean<>(new BoundedBody(new BodyReading(mostWaitedFor, mostWait)));
        registration.setOrder(AFTER_TOKENS);
        return registration;
    }

    /** Outside everything that answers: no request's unread body is waited for on a thread. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> lateBodies(
            @Value("${matchnight.bodies.most-wait}") Duration mostWait,
            @Value("${matchnight.bodies.most-thrown-away}") DataSize most) {
        return factory -> {
            factory.addEngineValves(new LateBodies(mostWait, most.toBytes()));
            factory.addConnectorCustomizers(connector -> connector.addLifecycleListener(new BodiesOfNobody()));
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> errorsAsProblems() {
        return factory -> factory.addContextCustomizers(context -> ErrorReports.use(ProblemReports.class, context));
    }
}
