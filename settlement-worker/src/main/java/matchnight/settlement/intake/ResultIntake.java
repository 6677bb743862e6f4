package matchnight.settlement.intake;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Runs the consumer for as long as the service runs. It stops before the lanes do. */
final class ResultIntake implements SmartLifecycle {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(8);

    private final ResultConsumer consumer;
    private @Nullable Thread thread;

    ResultIntake(ResultConsumer consumer) {
        this.consumer = consumer;
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("result-intake").start(consumer);
    }

    @Override
    public void stop() {
        Thread running = thread;
        consumer.stop();
        if (running != null) {
            try {
                boolean _ = running.join(STOP_LIMIT);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        Thread running = thread;
        return running != null && running.isAlive();
    }

    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 10;
    }
}
