package matchnight.bets.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import matchnight.bets.relay.RelayMetrics.FailureCause;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** T14 and T15: whatever fails, nothing is passed over, and the cursor says what keeps it from moving. */
class RelayFailureTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RelayRig rig = RelayRig.withTopic();
    private final TopicReader topic = rig.reader();

    @AfterEach
    void closeRig() {
        rig.close();
    }

    /** T14, the crash: acknowledged by the broker, and then the advance of the cursor fails. */
    @Test
    void aFailureBetweenAcknowledgementAndAdvanceOnlyRepeatsTheSameEvents() throws Exception {
        rig.asSuperuser("""
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                    'BEGIN RAISE EXCEPTION ''the relay dies here''; END';
                CREATE TRIGGER refuse BEFORE UPDATE ON relay_cursor
                    FOR EACH ROW WHEN (NEW.last_outbox_id <> OLD.last_outbox_id) EXECUTE FUNCTION refuse();
                """);
        rig.startRelay();
        deposit("anna", 3);
        await().atMost(LIMIT).until(() -> topic.poll().size() >= 6);
        assertThat(rig.cursor().lastOutboxId()).isZero();
        assertThat(rig.cursor().attempts()).isPositive();
        assertThat(rig.cursor().lastError()).contains("the relay dies here");

        rig.asSuperuser("DROP TRIGGER refuse ON relay_cursor");

        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 3);
        assertThat(Topics.ids(topic.poll())).containsExactlyInAnyOrder("1", "2", "3");
        Topics.assertRepeatsAreEqual(topic.poll());
        Topics.assertEachAccountsOrder(topic.poll());
        assertThat(rig.cursor().attempts()).isZero();
        assertThat(rig.cursor().lastError()).isEmpty();
    }

    /** T14, with other relays at hand: their sessions are ended again and again while events stream in. */
    @Test
    void sessionsEndedInMidStreamLoseNothingAndKeepTheOrder() throws Exception {
        rig.startRelay();
        rig.startRelay();
        for (int round = 0; round < 20; round++) {
            deposit("anna", 5);
            deposit("bert", 5);
            rig.asSuperuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE usename = 'relay' AND datname = current_database()");
        }

        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 200);
        await().atMost(LIMIT).until(() -> Topics.ids(topic.poll()).size() == 200);
        Topics.assertRepeatsAreEqual(topic.poll());
        Topics.assertEachAccountsOrder(topic.poll());
    }

    /** T15, a topic that is not there. */
    @Test
    void aMissingTopicLeavesTheRowsPendingUntilItIsMade() throws Exception {
        try (RelayRig withoutTopic = new RelayRig(rig.kafka)) {
            withoutTopic.startRelay();
            withoutTopic.ledger.openAccount("anna", "GBP");
            withoutTopic.ledger.deposit("anna", 1);
            withoutTopic.ledger.deposit("anna", 2);
            await().atMost(LIMIT).until(() -> withoutTopic.cursor().attempts() >= 2);
            assertThat(withoutTopic.cursor().lastOutboxId()).isZero();
            assertThat(withoutTopic.cursor().lastError())
                    .contains("Outbox row 1 (BalanceChanged)")
                    .containsAnyOf("not present in metadata", "does not host this topic-partition");

            withoutTopic.createTopic();

            TopicReader made = withoutTopic.reader();
            await().atMost(LIMIT).until(() -> made.poll().size() >= 2);
            await().atMost(LIMIT).until(() -> withoutTopic.cursor().lastOutboxId() == 2);
            Topics.assertEachAccountsOrder(made.poll());
            assertThat(withoutTopic.cursor().attempts()).isZero();
        }
    }

    /** T15, a record larger than the topic takes. */
    @Test
    void aRecordTooLargeForTheTopicStaysPendingWithItsErrorAndHoldsTheOrder() throws Exception {
        limitRecordsOfTopic(900);
        rig.startRelay();
        deposit("anna", 20);
        rig.ledger.placeBet("anna", "GBP", 1);
        deposit("anna", 20);
        await().atMost(LIMIT).until(() -> rig.cursor().attempts() >= 4);

        assertThat(rig.cursor().lastOutboxId()).isEqualTo(20);
        assertThat(rig.cursor().lastError())
                .contains("Outbox row 21 (BetAccepted)")
                .contains("RecordTooLargeException");
        await().atMost(LIMIT).until(() -> topic.poll().size() >= 20);
        await().during(Duration.ofMillis(500))
                .atMost(LIMIT)
                .until(() -> Topics.ids(topic.poll()).size() == 20);
        assertThat(topic.poll()).as("repeats are few").hasSizeLessThan(60);
        assertThat(rig.metrics
                        .get("outbox.relay.failures")
                        .tag("cause", "broker")
                        .counter()
                        .count())
                .isGreaterThanOrEqualTo(4);
        await().atMost(LIMIT).until(() -> rig.gauge("outbox.oldest.age.seconds") > 1);

        limitRecordsOfTopic(1_000_000);

        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 41);
        await().atMost(LIMIT).until(() -> Topics.ids(topic.poll()).size() == 41);
        Topics.assertEachAccountsOrder(topic.poll());
        Topics.assertRepeatsAreEqual(topic.poll());
        await().atMost(LIMIT).until(() -> rig.gauge("outbox.oldest.age.seconds") == 0);
    }

    /** T15, a record larger than the producer takes. */
    @Test
    void aRecordTooLargeForTheProducerStaysPendingUntilTheLimitIsRaised() throws Exception {
        EventRelay narrow = rig.startRelay(settings -> withMaxRecordBytes(settings, 700));
        deposit("anna", 1);
        rig.ledger.placeBet("anna", "GBP", 1);
        await().atMost(LIMIT).until(() -> rig.cursor().attempts() >= 2);
        assertThat(rig.cursor().lastOutboxId()).isEqualTo(1);
        assertThat(rig.cursor().lastError()).contains("Outbox row 2 (BetAccepted): RecordTooLargeException");

        narrow.stop();
        rig.startRelay();

        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 2);
        await().atMost(LIMIT).until(() -> Topics.ids(topic.poll()).size() == 2);
    }

    @Test
    void aRowWhoseEntryIsMissingStopsTheRelayLoudlyAndNothingIsPassedOver() throws Exception {
        deposit("anna", 2);
        rig.asSuperuser("""
                CREATE TABLE aside AS SELECT * FROM ledger_entry WHERE version = 1;
                DELETE FROM ledger_entry WHERE version = 1;
                """);
        rig.startRelay();

        await().atMost(LIMIT).until(() -> rig.cursor().attempts() >= 2);
        assertThat(rig.cursor().lastOutboxId()).isZero();
        assertThat(rig.cursor().lastError()).contains("Outbox row 1 (BalanceChanged) has no entries");
        assertThat(rig.metrics
                        .get("outbox.relay.failures")
                        .tag("cause", FailureCause.EVENT.name().toLowerCase(java.util.Locale.ROOT))
                        .counter()
                        .count())
                .isPositive();

        rig.asSuperuser("INSERT INTO ledger_entry SELECT * FROM aside");
        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 2);
    }

    @Test
    void aSequenceBehindTheCursorIsReportedAndNotReadAsAnEmptyOutbox() throws Exception {
        rig.asSuperuser("UPDATE relay_cursor SET last_outbox_id = 1000");
        rig.startRelay();

        await().atMost(LIMIT).until(() -> rig.cursor().attempts() >= 1);
        assertThat(rig.cursor().lastError()).contains("before the relay's cursor at 1000");
    }

    private void deposit(String account, int times) throws SQLException {
        if (rig.number("SELECT count(*) FROM account WHERE account_id = '" + account + "'") == 0) {
            rig.ledger.openAccount(account, "GBP");
        }
        for (int i = 0; i < times; i++) {
            rig.ledger.deposit(account, 10);
        }
    }

    private void limitRecordsOfTopic(int bytes) throws Exception {
        try (Admin admin = rig.kafka.admin()) {
            var resource = new ConfigResource(ConfigResource.Type.TOPIC, rig.topic);
            var limit = new ConfigEntry("max.message.bytes", Integer.toString(bytes));
            admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                    .all()
                    .get(10, TimeUnit.SECONDS);
        }
    }

    private static RelaySettings withMaxRecordBytes(RelaySettings settings, int maxRecordBytes) {
        return new RelaySettings(
                true,
                settings.topic(),
                settings.lease(),
                settings.idlePoll(),
                settings.followerPoll(),
                settings.pageRows(),
                settings.deliveryTimeout(),
                settings.requestTimeout(),
                settings.maxBlock(),
                maxRecordBytes,
                settings.firstBackoff(),
                settings.maxBackoff());
    }
}
