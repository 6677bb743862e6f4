package matchnight.bets.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import matchnight.stack.DatabaseRole;
import matchnight.stack.TestDatabase;
import matchnight.stack.testing.SharedServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far the relay may read: past every writer that may hold a lower number, and past nobody else. */
class RelayHorizonTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration AT_ONCE = Duration.ofSeconds(2);
    private static final Duration LONG_ENOUGH_TO_BE_WRONG = Duration.ofMillis(600);

    private final RelayRig rig = RelayRig.withTopic();
    private final TopicReader topic = rig.reader();

    @BeforeEach
    void openTwoAccounts() throws Exception {
        rig.ledger.openAccount("slow", "GBP");
        rig.ledger.openAccount("fast", "GBP");
        rig.startRelay();
        rig.ledger.deposit("fast", 1);
        await().atMost(LIMIT).until(() -> topic.poll().size() == 1);
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void aSlowTransactionThatHoldsALowerNumberIsNotSkipped() throws Exception {
        try (Connection slow = rig.ledger.begin(DatabaseRole.SETTLEMENT_WORKER)) {
            rig.ledger.deposit(slow, "slow", 100);
            rig.ledger.deposit("fast", 100);
            await().during(LONG_ENOUGH_TO_BE_WRONG)
                    .atMost(LIMIT)
                    .until(() -> topic.poll().size() == 1 && rig.cursor().lastOutboxId() == 1);
            slow.commit();
        }

        await().atMost(LIMIT).until(() -> topic.poll().size() == 3);
        assertThat(Topics.ids(topic.poll())).containsExactlyInAnyOrder("1", "2", "3");
        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == 3);
    }

    @Test
    void aSlowTransactionThatRollsBackIsOnlyAGap() throws Exception {
        try (Connection slow = rig.ledger.begin(DatabaseRole.SETTLEMENT_WORKER)) {
            rig.ledger.deposit(slow, "slow", 100);
            rig.ledger.deposit("fast", 100);
            slow.rollback();
        }

        await().atMost(LIMIT).until(() -> topic.poll().size() == 2);
        assertThat(Topics.ids(topic.poll())).containsExactlyInAnyOrder("1", "3");
    }

    @Test
    void aWriterThatOnlyBeganAfterwardsIsNotWaitedFor() throws Exception {
        try (Connection slow = rig.ledger.begin(DatabaseRole.SETTLEMENT_WORKER)) {
            rig.ledger.deposit("fast", 100);
            await().atMost(AT_ONCE).until(() -> topic.poll().size() == 2);

            rig.ledger.deposit(slow, "slow", 100);
            slow.commit();
        }

        await().atMost(LIMIT).until(() -> topic.poll().size() == 3);
    }

    @Test
    void strangersWithOpenTransactionsHoldNothingBack() throws Exception {
        try (TestDatabase elsewhere = SharedServers.postgres().createMigratedDatabase();
                Connection sameRoleElsewhere =
                        elsewhere.dataSource(DatabaseRole.SETTLEMENT_WORKER).getConnection();
                Connection otherRoleHere = rig.ledger.begin(DatabaseRole.READER);
                Connection ownerHere = rig.ledger.begin(DatabaseRole.MIGRATOR)) {
            new LedgerScene(elsewhere).openAccount("stranger", "GBP");
            sameRoleElsewhere.setAutoCommit(false);
            new LedgerScene(elsewhere).deposit(sameRoleElsewhere, "stranger", 1);
            run(otherRoleHere, "SELECT count(*) FROM account");
            run(ownerHere, "INSERT INTO event (event_id, name) VALUES ('e', 'A write that stays open')");

            rig.ledger.deposit("fast", 100);

            await().atMost(AT_ONCE).until(() -> topic.poll().size() == 2);
        }
    }

    private static void run(Connection connection, String sql) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
