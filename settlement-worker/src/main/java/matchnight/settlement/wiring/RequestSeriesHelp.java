package matchnight.settlement.wiring;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import org.springframework.stereotype.Component;

/** Gives the framework's series of requests the help text that it comes without. */
@Component
final class RequestSeriesHelp implements MeterFilter {

    private static final String REQUESTS = "http.server.requests";

    @Override
    public Meter.Id map(Meter.Id id) {
        return id.getName().equals(REQUESTS) && id.getDescription() == null
                ? new Meter.Id(
                        id.getName(),
                        Tags.of(id.getTags()),
                        id.getBaseUnit(),
                        "Requests by route, method and status, from the head read to the answer sent",
                        id.getType())
                : id;
    }
}
