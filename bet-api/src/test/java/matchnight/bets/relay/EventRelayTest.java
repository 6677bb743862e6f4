package matchnight.bets.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import matchnight.stack.DatabaseRole;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventRelayTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RelayRig rig = RelayRig.withTopic();
    private final TopicReader topic = rig.reader();

    @AfterEach
    void closeRig() {
        rig.close();
    }

    /** T13. */
    @Test
    void threeRelaysPublishTwoThousandRowsUnderTwoThousandIdsInEachAccountsOrder() throws Exception {
        List<String> accounts = openAccounts(20);
        Stream.generate(() -> 0).limit(3).forEach(any -> rig.startRelay());
        for (int i = 0; i < 2000 - accounts.size(); i++) {
            rig.ledger.placeBet(accounts.get(i % accounts.size()), "GBP", 10);
        }

        await().atMost(LIMIT).until(() -> Topics.ids(topic.poll()).size() == 2000);

        assertThat(topic.poll()).hasSize(2000);
        Topics.assertEachAccountsOrder(topic.poll());
        await().atMost(LIMIT).until(() -> rig.cursor().lastOutboxId() == rig.newestOutboxId());
    }

    @Test
    void everyKindOfEventCarriesItsEntriesItsBetAndItsSettlement() throws Exception {
        rig.startRelay();
        rig.ledger.openAccount("anna", "GBP");
        rig.ledger.deposit("anna", 1000);
        UUID won = rig.ledger.placeBet("anna", "GBP", 400);
        rig.ledger.settle("anna", won, 400, 1000);
        rig.ledger.takeBackAndLose("anna", won, 400, 1000);
        UUID cancelled = rig.ledger.placeBet("anna", "GBP", 600);
        rig.ledger.voidBet("anna", cancelled, 1, 600);
        UUID lost = rig.ledger.placeBet("anna", "GBP", 100);
        rig.ledger.settle("anna", lost, 100, 0);
        rig.ledger.reopen("anna", lost, 2, 100);

        await().atMost(LIMIT).until(() -> topic.poll().size() == 9);

        assertThat(topic.poll()).allSatisfy(event -> {
            assertThat(event.key()).isEqualTo("anna");
            assertThat(event.contentType()).startsWith("application/cloudevents+json");
            assertThat(event.json().get("subject").asString()).isEqualTo("anna");
        });
        assertThat(topic.poll().stream().map(EventRelayTest::summary))
                .containsExactly(
                        "BalanceChanged 1 10.00/0.00/0.00 [DEPOSIT] null",
                        "BetAccepted 2 6.00/4.00/0.00 [STAKE_RESERVED] null",
                        "BetSettled 4 16.00/0.00/0.00 [STAKE_DEBITED, RETURNS_CREDITED] 10.00",
                        "BetResettled 7 6.00/0.00/0.00"
                                + " [RETURNS_CREDIT_REVERSED, STAKE_DEBIT_REVERSED, STAKE_DEBITED] 0.00",
                        "BetAccepted 8 0.00/6.00/0.00 [STAKE_RESERVED] null",
                        "BetVoided 9 6.00/0.00/0.00 [STAKE_RELEASED] 6.00",
                        "BetAccepted 10 5.00/1.00/0.00 [STAKE_RESERVED] null",
                        "BetSettled 11 5.00/0.00/0.00 [STAKE_DEBITED] 0.00",
                        "BetResettled 12 5.00/1.00/0.00 [STAKE_DEBIT_REVERSED] null");
        assertThat(topic.poll().get(2).data().get("betId").asString()).isEqualTo(won.toString());
        assertThat(topic.poll().get(3).data().get("settlementVersion").asInt()).isEqualTo(2);
        assertThat(topic.poll().get(8).data().get("state").asString()).isEqualTo("OPEN");
    }

    @Test
    void aCorrectionThatTakesSpentMoneyShowsTheDebt() throws Exception {
        rig.startRelay();
        rig.ledger.openAccount("bert", "JPY");
        rig.ledger.deposit("bert", 100);
        UUID bet = rig.ledger.placeBet("bert", "JPY", 100);
        rig.ledger.settle("bert", bet, 100, 250);
        rig.ledger.placeBet("bert", "JPY", 200);
        rig.ledger.takeBackAndLose("bert", bet, 100, 250);

        await().atMost(LIMIT).until(() -> topic.poll().size() == 5);

        assertThat(summary(topic.poll().getLast()))
                .isEqualTo("BetResettled 8 -200/200/200"
                        + " [RETURNS_CREDIT_REVERSED, STAKE_DEBIT_REVERSED, STAKE_DEBITED] 0");
    }

    @Test
    void aRolledBackNumberLeavesAGapThatHoldsNothingUp() throws Exception {
        rig.startRelay();
        rig.ledger.openAccount("anna", "GBP");
        rig.ledger.deposit("anna", 1000);
        try (Connection rolledBack = rig.ledger.begin(DatabaseRole.BET_API)) {
            rig.ledger.deposit(rolledBack, "anna", 1);
            rolledBack.rollback();
        }
        rig.ledger.deposit("anna", 2);

        await().atMost(LIMIT).until(() -> topic.poll().size() == 2);

        assertThat(topic.poll().stream().map(PublishedEvent::id)).containsExactly("1", "3");
    }

    @Test
    void aSequenceThatNobodyHasDrawnFromIsAnEmptyOutbox() throws Exception {
        var reader = new OutboxReader(rig.database.dataSource(DatabaseRole.RELAY));

        assertThat(reader.readHorizon().lastDrawnId()).isZero();
        rig.ledger.openAccount("anna", "GBP");
        rig.ledger.deposit("anna", 1);
        assertThat(reader.readHorizon().lastDrawnId()).isEqualTo(1);
    }

    @Test
    void rowsOfEarlierDaysStillPendingAreRelayedInOrder() throws Exception {
        List<String> accounts = openAccounts(2);
        rig.asSuperuser("""
                CREATE TABLE moved AS SELECT * FROM outbox WHERE outbox_id = 1;
                CREATE TABLE moved_entry AS SELECT * FROM ledger_entry WHERE account_id = '%s';
                DELETE FROM outbox WHERE outbox_id = 1;
                DELETE FROM ledger_entry WHERE account_id = '%s';
                INSERT INTO outbox SELECT outbox_id, written_on - 1, type, account_id, account_version, bet_id,
                                          settlement_version, written_at - interval '1 day' FROM moved;
                UPDATE moved_entry SET written_on = written_on - 1, written_at = written_at - interval '1 day';
                INSERT INTO ledger_entry SELECT * FROM moved_entry;
                """.formatted(accounts.getFirst(), accounts.getFirst()));
        rig.startRelay();

        await().atMost(LIMIT).until(() -> topic.poll().size() == 2);
        assertThat(Topics.ids(topic.poll())).containsExactlyInAnyOrder("1", "2");
    }

    private List<String> openAccounts(int count) throws SQLException {
        List<String> accounts = Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> "account-" + i)
                .toList();
        for (String account : accounts) {
            rig.ledger.openAccount(account, "GBP");
            rig.ledger.deposit(account, 100_000);
        }
        return accounts;
    }

    private static String summary(PublishedEvent event) {
        var balance = event.data().get("balance");
        var kinds = event.data()
                .get("entries")
                .valueStream()
                .map(entry -> entry.get("kind").asString())
                .toList();
        var returns = event.data().get("returns");
        return "%s %d %s/%s/%s %s %s"
                .formatted(
                        event.type(),
                        event.version(),
                        balance.get("available").asString(),
                        balance.get("reserved").asString(),
                        balance.get("debt").asString(),
                        kinds,
                        returns == null || returns.isNull() ? null : returns.asString());
    }
}
