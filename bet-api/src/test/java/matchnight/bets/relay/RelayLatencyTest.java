package matchnight.bets.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How soon a consumer has what was committed. */
class RelayLatencyTest {

    private static final Duration TARGET_P99 = Duration.ofMillis(500);
    private static final int EVENTS = 300;
    private static final int WARM_UP_EVENTS = 20;
    private static final Duration BETWEEN_EVENTS = Duration.ofMillis(10);

    private final RelayRig rig = RelayRig.withTopic();

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void inSteadyStateAConsumerHasAnEventWithinHalfASecondOfItsWriting() throws Exception {
        TopicReader topic = rig.reader();
        rig.startRelay();
        rig.ledger.openAccount("anna", "GBP");
        write(WARM_UP_EVENTS);
        await().until(() -> topic.poll().size() == WARM_UP_EVENTS);
        Thread writer = Thread.ofPlatform().start(() -> write(EVENTS));

        List<Duration> delays = new ArrayList<>();
        Instant giveUpAt = Instant.now().plusSeconds(60);
        while (delays.size() < EVENTS && Instant.now().isBefore(giveUpAt)) {
            List<PublishedEvent> events = topic.poll();
            for (PublishedEvent event : events.subList(WARM_UP_EVENTS + delays.size(), events.size()).stream()
                    .toList()) {
                delays.add(Duration.between(event.time(), Instant.now()));
            }
        }
        writer.join();

        assertThat(delays).hasSize(EVENTS);
        delays.sort(null);
        System.out.println("relay: p50 " + delays.get(EVENTS / 2).toMillis() + " ms, p99 "
                + delays.get(EVENTS * 99 / 100).toMillis() + " ms, of " + EVENTS + " events");
        assertThat(delays.get(EVENTS * 99 / 100)).isLessThan(TARGET_P99);
    }

    private void write(int events) {
        for (int i = 0; i < events; i++) {
            try {
                rig.ledger.deposit("anna", 1);
            } catch (java.sql.SQLException failure) {
                throw new IllegalStateException(failure);
            }
            LockSupport.parkNanos(BETWEEN_EVENTS.toNanos());
        }
    }
}
