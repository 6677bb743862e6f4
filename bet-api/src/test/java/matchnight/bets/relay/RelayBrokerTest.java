package matchnight.bets.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import matchnight.stack.KafkaServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** T15 with a broker of its own, which is stopped and killed. */
class RelayBrokerTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final KafkaServer KAFKA = KafkaServer.start();

    private final RelayRig rig = new RelayRig(KAFKA);

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @AfterAll
    static void closeBroker() {
        KAFKA.close();
    }

    @Test
    void aBrokerThatIsDownAtTheStartStopsNeitherTheRelayNorTheLedger() throws Exception {
        rig.createTopic();
        KAFKA.stop();
        EventRelay relay = rig.startRelay();
        assertThat(relay.isRunning()).isTrue();
        rig.ledger.openAccount("anna", "GBP");
        for (int i = 0; i < 50; i++) {
            rig.ledger.deposit("anna", 1);
        }
        await().atMost(LIMIT).until(() -> rig.cursor().attempts() >= 2);
        assertThat(rig.cursor().lastOutboxId()).isZero();
        assertThat(rig.cursor().lastError()).contains("Outbox row 1 (BalanceChanged)");
        await().atMost(LIMIT).until(() -> rig.gauge("outbox.oldest.age.seconds") > 1);

        KAFKA.restart();

        TopicReader topic = rig.reader();
        await().atMost(LIMIT).until(() -> Topics.ids(topic.poll()).size() == 50);
        Topics.assertEachAccountsOrder(topic.poll());
        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 50);
        assertThat(rig.cursor().attempts()).isZero();
        assertThat(rig.cursor().lastError()).isEmpty();
        await().atMost(LIMIT).until(() -> rig.gauge("outbox.oldest.age.seconds") == 0);
    }

    @Test
    void aBrokerKilledInMidStreamLosesNoEventAndKeepsEachAccountsOrder() throws Exception {
        rig.createTopic();
        rig.startRelay();
        rig.startRelay();
        rig.ledger.openAccount("anna", "GBP");
        rig.ledger.openAccount("bert", "GBP");
        for (int i = 0; i < 300; i++) {
            rig.ledger.deposit("anna", 1);
            rig.ledger.deposit("bert", 1);
            if (i == 150) {
                KAFKA.kill();
            }
        }
        await().atMost(LIMIT).until(() -> rig.cursor().attempts() >= 1);

        KAFKA.restart();

        TopicReader topic = rig.reader();
        await().atMost(LIMIT).until(() -> Topics.ids(topic.poll()).size() == 600);
        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 600);
        Topics.assertEachAccountsOrder(topic.poll());
        Topics.assertRepeatsAreEqual(topic.poll());
    }
}
