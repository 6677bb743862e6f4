package matchnight.settlement.ops;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** One open stream. */
final class Viewer {

    private static final int QUEUED_MESSAGES = 16;
    private static final Duration LONGEST_STREAM = Duration.ofHours(12);
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(QUEUED_MESSAGES);
    private final SseEmitter emitter = new SseEmitter(LONGEST_STREAM.toMillis());
    private final Consumer<Viewer> whenGone;
    private volatile boolean gone;

    Viewer(Consumer<Viewer> whenGone) {
        this.whenGone = whenGone;
    }

    SseEmitter start() {
        emitter.onCompletion(this::end);
        emitter.onTimeout(this::end);
        emitter.onError(_ -> end());
        Thread.ofVirtual().name("ops-viewer").start(this::send);
        return emitter;
    }

    void offer(Message message) {
        if (!queue.offer(message)) {
            end();
        }
    }

    void end() {
        gone = true;
    }

    private void send() {
        try {
            while (!gone) {
                Message message = queue.poll(HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
                emitter.send(
                        message == null
                                ? SseEmitter.event().comment("still here")
                                : SseEmitter.event().name(message.event()).data(message.json(), MediaType.TEXT_PLAIN));
            }
            emitter.complete();
        } catch (IOException | IllegalStateException left) {
            gone = true;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            whenGone.accept(this);
        }
    }
}
