package matchnight.settlement.ops;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Those who watch. Each has a thread and a short queue of its own: whoever reads too slowly is let go and comes again. */
final class Viewers {

    private static final int MOST = 50;

    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();

    Viewers(MeterRegistry registry) {
        Gauge.builder("ops_viewers", viewers, Set::size)
                .description("Streams of the console that are open")
                .register(registry);
    }

    /** Whether another one may come. */
    boolean hasRoom() {
        return viewers.size() < MOST;
    }

    boolean isAnybodyThere() {
        return !viewers.isEmpty();
    }

    /** Adds a viewer who gets the first messages, and from then on what everybody gets. */
    SseEmitter add(List<Message> first) {
        Viewer viewer = new Viewer(viewers::remove);
        first.forEach(viewer::offer);
        viewers.add(viewer);
        return viewer.start();
    }

    void tell(Message message) {
        viewers.forEach(viewer -> viewer.offer(message));
    }

    void endAll() {
        viewers.forEach(Viewer::end);
    }
}
