package matchnight.bets.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import matchnight.bets.placement.http.DirectPlacement;
import matchnight.bets.problem.http.BusyAnswers;
import matchnight.bets.problem.http.PlacesForCalls;
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
import org.springframework.core.Ordered;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.RequestContextFilter;

/** The web server's edges: how many calls at once, how large a body, and what its own errors look like. */
@Configuration(proxyBeanMethods = false)
class WebWiring {

    private static final int BEFORE_TOKENS = Ordered.HIGHEST_PRECEDENCE + 100;
    private static final int AFTER_TOKENS = 0;

    @Bean
    BusyAnswers busyAnswers(MeterRegistry meters) {
        return new BusyAnswers(meters);
    }

    @Bean
    PlacesForCalls placesForCalls(@Value("${matchnight.admission.most-calls-at-once}") int mostCallsAtOnce) {
        return new PlacesForCalls(mostCallsAtOnce);
    }

    @Bean
    BodyReading bodyReading(
            @Value("${matchnight.admission.most-bodies-waited-for}") int mostWaiting,
            @Value("${matchnight.admission.most-wait-for-a-body}") Duration mostWait) {
        return new BodyReading(mostWaiting, mostWait);
    }

    /** Before everything else: what it takes passes nothing else. */
    @Bean
    FilterRegistrationBean<DirectPlacement> shortWayIn(
            DirectPlacement placement, @Value("${matchnight.placement.short-way-in}") boolean open) {
        var registration = new FilterRegistrationBean<>(placement);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        registration.addUrlPatterns("/v1/bets");
        registration.setEnabled(open);
        return registration;
    }

    @Bean
    FilterRegistrationBean<Admission> admission(PlacesForCalls places, BusyAnswers busyAnswers) {
        var registration = new FilterRegistrationBean<>(new Admission(places, busyAnswers));
        registration.setOrder(BEFORE_TOKENS);
        return registration;
    }

    /** Nothing here asks for the request that a thread serves. */
    @Bean
    FilterRegistrationBean<RequestContextFilter> noRequestContext() {
        var registration = new FilterRegistrationBean<>(new RequestContextFilter());
        registration.setEnabled(false);
        return registration;
    }

    /** After the token was verified: a stranger's body is not read. */
    @Bean
    FilterRegistrationBean<BoundedBody> boundedBody(BodyReading reading) {
        var registration = new FilterRegistrationBean<>(new BoundedBody(reading));
        registration.setOrder(AFTER_TOKENS);
        return registration;
    }

    /** Outside everything that answers: no request's unread body is waited for on a thread. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> lateBodies(
            @Value("${matchnight.admission.most-wait-for-a-body}") Duration mostWait,
            @Value("${matchnight.admission.most-thrown-away-of-a-body}") DataSize most) {
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
