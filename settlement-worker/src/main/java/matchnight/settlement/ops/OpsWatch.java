package matchnight.settlement.ops;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import matchnight.settlement.logging.BoundedLog;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes a sample a second, whether or not anybody watches, so that whoever opens the console during the trouble sees how it
 * began; the lists are read only while somebody does.
 */
final class OpsWatch implements SmartLifecycle {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Sampler sampler;
    private final BoardReading board;
    private final Timeline timeline;
    private final Viewers viewers;
    private final BoundedLog log = new BoundedLog(LoggerFactory.getLogger(OpsWatch.class));
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("ops-watch").daemon().factory());
    private volatile boolean running;

    OpsWatch(Sampler sampler, BoardReading board, Timeline timeline, Viewers viewers) {
        this.sampler = sampler;
        this.board = board;
        this.timeline = timeline;
        this.viewers = viewers;
    }

    /** A stream that begins with the history and the lists as they are. */
    SseEmitter watch() throws SQLException {
        List<Message> first = new ArrayList<>();
        first.add(new Message("history", JSON.writeValueAsString(timeline.all())));
        first.add(new Message("board", board.read().toString()));
        return viewers.add(first);
    }

    boolean hasRoom() {
        return viewers.hasRoom();
    }

    // What is thrown out of here would end the schedule.
    private void look() {
        try {
            Sample sample = sampler.take();
            timeline.add(sample);
            if (viewers.isAnybodyThere()) {
                viewers.tell(new Message("sample", JSON.writeValueAsString(sample)));
                viewers.tell(new Message("board", board.read().toString()));
            }
        } catch (SQLException | RuntimeException unavailable) {
            log.warn("The console misses a second: {}", unavailable.toString());
        }
    }

    @Override
    public void start() {
        running = true;
        var _ = executor.scheduleAtFixedRate(this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        running = false;
        executor.shutdownNow();
        viewers.endAll();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    // Open streams would hold up the server's graceful end: they go first.
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
