package matchnight.bets.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import matchnight.bets.problem.http.BusyAnswers;
import matchnight.bets.problem.http.PlacesForCalls;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class AdmissionTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Admission admission = new Admission(new PlacesForCalls(1), new BusyAnswers(meters));

    private double busyPlacements() {
        return meters.counter("placement.busy", "cause", "queue").count();
    }

    private MockHttpServletResponse callInside(String method, String path) throws ServletException, IOException {
        var inner = new AtomicReference<>(new MockHttpServletResponse());
        admission.doFilter(
                new MockHttpServletRequest("GET", "/v1/markets"),
                new MockHttpServletResponse(),
                (request, response) -> {
                    inner.get().setStatus(200);
                    admission.doFilter(new MockHttpServletRequest(method, path), inner.get(), (_, _) -> {});
                });
        return inner.get();
    }

    @Test
    void answersBusyAboveTheBound() throws ServletException, IOException {
        MockHttpServletResponse refused = callInside("POST", "/v1/bets");
        assertThat(refused.getStatus()).isEqualTo(503);
        assertThat(refused.getHeader("Retry-After")).isEqualTo("1");
        assertThat(refused.getContentAsString()).contains("\"BUSY\"", "\"same-key\"");
        assertThat(busyPlacements()).isEqualTo(1);
    }

    @Test
    void countsPlacementsAlone() throws ServletException, IOException {
        assertThat(callInside("GET", "/v1/bets").getStatus()).isEqualTo(503);
        assertThat(busyPlacements()).isZero();
    }

    @Test
    void alwaysAdmitsHealthAndMetrics() throws ServletException, IOException {
        assertThat(callInside("GET", "/actuator/prometheus").getStatus()).isEqualTo(200);
    }

    @Test
    void givesItsPlaceBackWhateverHappens() throws ServletException, IOException {
        try {
            admission.doFilter(
                    new MockHttpServletRequest("GET", "/v1/markets"), new MockHttpServletResponse(), (_, _) -> {
                        throw new ServletException("broken");
                    });
        } catch (ServletException expected) {
            assertThat(expected).hasMessage("broken");
        }
        var response = new MockHttpServletResponse();
        admission.doFilter(new MockHttpServletRequest("GET", "/v1/markets"), response, (_, _) -> {});
        assertThat(response.getStatus()).isEqualTo(200);
    }
}
