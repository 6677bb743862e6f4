package matchnight.bets.market.http;

import java.util.Optional;
import matchnight.bets.caller.Caller;
import matchnight.bets.market.Event;
import matchnight.bets.market.SetEventStatus;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.market.EventId;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Events over HTTP: they come into being with their first market. */
@RestController
@RequestMapping(path = "/v1/events", produces = MediaType.APPLICATION_JSON_VALUE)
final class EventController {

    private final SetEventStatus setEventStatus;

    EventController(SetEventStatus setEventStatus) {
        this.setEventStatus = setEventStatus;
    }

    /** An event as clients see it. */
    record EventReply(String eventId, String event, String status, long version) {

        static EventReply of(Event event) {
            return new EventReply(
                    event.eventId().value(), event.name(), event.status().name(), event.version());
        }
    }

    @PostMapping("/{eventId}/open")
    EventReply open(@PathVariable EventId eventId, Caller caller) {
        return reply(eventId, setEventStatus.open(eventId, caller.subject()));
    }

    @PostMapping("/{eventId}/suspend")
    EventReply suspend(@PathVariable EventId eventId, Caller caller) {
        return reply(eventId, setEventStatus.suspend(eventId, caller.subject()));
    }

    private static EventReply reply(EventId eventId, Optional<Event> event) {
        return event.map(EventReply::of)
                .orElseThrow(() -> new ProblemException(ProblemCode.NOT_FOUND, "There is no event " + eventId));
    }
}
