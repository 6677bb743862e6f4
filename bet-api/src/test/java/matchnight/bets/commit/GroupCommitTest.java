package matchnight.bets.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import matchnight.bets.commit.Turn.Manner;
import matchnight.bets.problem.BusyException;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.IdempotencyKey;
import matchnight.ledger.idempotency.KeyScope;
import matchnight.ledger.idempotency.Operation;
import matchnight.ledger.sql.BusyCause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GroupCommitTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stopCallers() {
        callers.shutdownNow();
    }

    private record Command(AccountId accountId, String key) implements AccountCommand {

        static Command of(String account, String key) {
            return new Command(new AccountId(account), key);
        }

        @Override
        public KeyScope scope() {
            return new KeyScope(accountId, Operation.BET, new IdempotencyKey(key));
        }
    }

    /** Decides every command by its key, once let; remembers what it was given. */
    private static final class Work implements CommitWork<Command, String> {

        private final Semaphore letThrough;
        private final List<List<Command>> batches = new CopyOnWriteArrayList<>();
        private final List<Turn> turns = new CopyOnWriteArrayList<>();
        private final Set<AccountId> heldAccounts = ConcurrentHashMap.newKeySet();
        private final Map<String, Integer> accountsInside = new ConcurrentHashMap<>();
        private final AtomicInteger overlaps = new AtomicInteger();

        private Work(int transactions) {
            letThrough = new Semaphore(transactions);
        }

        @Override
        public List<Decision<String>> decide(List<Command> commands, Turn turn) throws SQLException {
            batches.add(List.copyOf(commands));
            turns.add(turn);
            Set<String> accounts = commands.stream()
                    .map(command -> command.accountId().value())
                    .collect(java.util.stream.Collectors.toSet());
            accounts.forEach(account -> {
                if (accountsInside.merge(account, 1, Integer::sum) > 1) {
                    overlaps.incrementAndGet();
                }
            });
            try {
                letThrough.acquireUninterruptibly();
                for (Command command : commands) {
                    if (command.key().startsWith("bad")) {
                        throw new SQLException("unlucky", "22003");
                    }
                }
                List<Decision<String>> decisions = new ArrayList<>();
                for (Command command : commands) {
                    boolean held =
                            turn.manner() != Manner.WAITING_FOR_BALANCE && heldAccounts.contains(command.accountId());
                    decisions.add(held ? new Decision.BalanceHeld<>() : new Decision.Made<>("done " + command.key()));
                }
                return decisions;
            } finally {
                accounts.forEach(account -> accountsInside.merge(account, -1, Integer::sum));
            }
        }
    }

    private static GroupCommitSettings settings(int batch, int committers, int queue) {
        return new GroupCommitSettings(batch, committers, 1, queue, LONG, LONG, LONG);
    }

    private static GroupCommit<Command, String> groupCommit(GroupCommitSettings settings, Work work) {
        return new GroupCommit<>("test", settings, work, size -> {});
    }

    private Future<String> submit(GroupCommit<Command, String> commits, String account, String key) {
        return callers.submit(() -> commits.submit(Command.of(account, key)));
    }

    private static void await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Test
    void aLoneCommandIsDecidedAtOnce() throws SQLException {
        Work work = new Work(1);
        try (var commits = groupCommit(settings(64, 2, 10), work)) {
            assertThat(commits.submit(Command.of("a", "k"))).isEqualTo("done k");
        }
        assertThat(work.batches).containsExactly(List.of(Command.of("a", "k")));
    }

    @Test
    void whatArrivesDuringATransactionSharesTheNextOneInItsOrderAndWithinTheBound() throws Exception {
        Work work = new Work(0);
        try (var commits = groupCommit(settings(4, 1, 100), work)) {
            List<Future<String>> outcomes = new ArrayList<>();
            outcomes.add(submit(commits, "first", "k"));
            await(() -> work.batches.size() == 1);
            for (int i = 0; i < 6; i++) {
                outcomes.add(submit(commits, "account" + i, "k"));
                int waiting = i + 1;
                await(() -> commits.waiting() == waiting);
            }
            work.letThrough.release(3);
            for (Future<String> outcome : outcomes) {
                assertThat(outcome.get()).isEqualTo("done k");
            }
        }
        assertThat(work.batches)
                .extracting(batch -> batch.stream()
                        .map(command -> command.accountId().value())
                        .toList())
                .containsExactly(
                        List.of("first"),
                        List.of("account0", "account1", "account2", "account3"),
                        List.of("account4", "account5"));
    }

    @Test
    void equalKeysNeverShareABatchAndAnAccountIsNeverDecidedTwiceAtOnce() throws Exception {
        Work work = new Work(1_000);
        List<Future<String>> outcomes = new ArrayList<>();
        try (var commits = groupCommit(settings(8, 4, 1_000), work)) {
            for (int i = 0; i < 600; i++) {
                outcomes.add(submit(commits, "account" + i % 5, "k" + i % 7));
            }
            for (Future<String> outcome : outcomes) {
                assertThat(outcome.get()).startsWith("done k");
            }
        }
        assertThat(work.overlaps).hasValue(0);
        assertThat(work.batches).allSatisfy(batch -> assertThat(batch).doesNotHaveDuplicates());
        assertThat(work.batches.stream().mapToInt(List::size).sum()).isEqualTo(600);
    }

    @Test
    void aBatchThatFailsIsRetriedOneByOneAndOnlyTheCulpritFails() throws Exception {
        Work work = new Work(0);
        try (var commits = groupCommit(settings(8, 1, 100), work)) {
            Future<String> first = submit(commits, "first", "k");
            await(() -> work.batches.size() == 1);
            List<Future<String>> good = IntStream.range(0, 3)
                    .mapToObj(i -> submit(commits, "good" + i, "k"))
                    .toList();
            Future<String> bad = submit(commits, "unlucky", "bad");
            await(() -> commits.waiting() == 4);
            work.letThrough.release(100);
            assertThat(first.get()).isEqualTo("done k");
            for (Future<String> outcome : good) {
                assertThat(outcome.get()).isEqualTo("done k");
            }
            assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
                    .isThrownBy(bad::get)
                    .withCauseInstanceOf(SQLException.class);
        }
        assertThat(work.turns.stream().filter(turn -> turn.manner() == Manner.RETRIED_ALONE))
                .hasSize(4);
    }

    @Test
    void aHeldBalanceGoesToTheWaitingLaneAndItsAccountsLaterCommandsFollowInOrder() throws Exception {
        Work work = new Work(0);
        work.heldAccounts.add(new AccountId("held"));
        try (var commits = groupCommit(settings(8, 1, 100), work)) {
            Future<String> held = submit(commits, "held", "k1");
            await(() -> work.batches.size() == 1);
            Future<String> other = submit(commits, "other", "k");
            await(() -> commits.waiting() == 1);
            // The batch, and the other account's batch; the lane stays outside.
            work.letThrough.release(1);
            await(() -> work.turns.stream().anyMatch(turn -> turn.manner() == Manner.WAITING_FOR_BALANCE));
            work.letThrough.release(1);
            await(() -> other.isDone() || held.isDone());
            Future<String> later = submit(commits, "held", "k2");
            work.heldAccounts.clear();
            work.letThrough.release(100);
            assertThat(held.get()).isEqualTo("done k1");
            assertThat(other.get()).isEqualTo("done k");
            assertThat(later.get()).isEqualTo("done k2");
        }
        assertThat(work.overlaps).hasValue(0);
    }

    @Test
    void aFullQueueIsBusyAtOnceAndTakesCommandsAgainLater() throws Exception {
        Work work = new Work(0);
        try (var commits = groupCommit(settings(8, 1, 2), work)) {
            Future<String> running = submit(commits, "running", "k");
            await(() -> work.batches.size() == 1);
            Future<String> second = submit(commits, "second", "k");
            Future<String> third = submit(commits, "third", "k");
            await(() -> commits.waiting() == 2);
            assertThatExceptionOfType(BusyException.class)
                    .isThrownBy(() -> commits.submit(Command.of("fourth", "k")))
                    .matches(busy -> busy.busyCause() == BusyCause.QUEUE);
            work.letThrough.release(100);
            assertThat(running.get()).isEqualTo("done k");
            assertThat(second.get()).isEqualTo("done k");
            assertThat(third.get()).isEqualTo("done k");
            assertThat(commits.submit(Command.of("fourth", "k"))).isEqualTo("done k");
        }
    }

    @Test
    void aCommandThatWaitedTooLongIsBusyAndIsNeverDecided() throws Exception {
        Work work = new Work(0);
        var settings = new GroupCommitSettings(8, 1, 1, 10, Duration.ofMillis(50), LONG, Duration.ofMillis(100));
        try (var commits = groupCommit(settings, work)) {
            Future<String> running = submit(commits, "running", "k");
            await(() -> work.batches.size() == 1);
            assertThatExceptionOfType(BusyException.class)
                    .isThrownBy(() -> commits.submit(Command.of("late", "k")))
                    .matches(busy -> busy.busyCause() == BusyCause.QUEUE_WAIT);
            assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
                    .isThrownBy(running::get)
                    .havingCause()
                    .isInstanceOfSatisfying(
                            BusyException.class,
                            busy -> assertThat(busy.busyCause()).isEqualTo(BusyCause.DEADLINE));
            work.letThrough.release(100);
        }
        assertThat(work.batches).hasSize(1);
    }

    @Test
    void afterAFaultOfTheWorkTheCommitterAndTheAccountGoOn() throws Exception {
        Work work = new Work(100);
        CommitWork<Command, String> faulty = (commands, turn) -> {
            if (commands.getFirst().key().equals("fault")) {
                throw new IllegalStateException("a bug");
            }
            if (commands.getFirst().key().equals("error")) {
                throw new StackOverflowError();
            }
            return work.decide(commands, turn);
        };
        try (var commits = new GroupCommit<>("test", settings(8, 1, 10), faulty, size -> {})) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> commits.submit(Command.of("a", "fault")));
            assertThatExceptionOfType(StackOverflowError.class)
                    .isThrownBy(() -> commits.submit(Command.of("a", "error")));
            assertThat(commits.submit(Command.of("a", "k"))).isEqualTo("done k");
        }
    }

    @Test
    void withoutAConnectionNobodyIsRetried() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Work gate = new Work(0);
        CommitWork<Command, String> unconnected = (commands, turn) -> {
            if (tries.incrementAndGet() == 1) {
                return gate.decide(commands, turn);
            }
            throw new java.sql.SQLTransientConnectionException("none came free");
        };
        try (var commits = new GroupCommit<>("test", settings(8, 1, 10), unconnected, size -> {})) {
            Future<String> first = submit(commits, "first", "k");
            await(() -> gate.batches.size() == 1);
            List<Future<String>> others = IntStream.range(0, 3)
                    .mapToObj(i -> submit(commits, "other" + i, "k"))
                    .toList();
            await(() -> commits.waiting() == 3);
            gate.letThrough.release();
            assertThat(first.get()).isEqualTo("done k");
            for (Future<String> other : others) {
                assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
                        .isThrownBy(other::get)
                        .withCauseInstanceOf(java.sql.SQLTransientConnectionException.class);
            }
        }
        assertThat(tries).hasValue(2);
    }

    @Test
    void closingDecidesWhatWaitsAndRefusesWhatComes() throws Exception {
        Work work = new Work(0);
        var commits = groupCommit(settings(1, 1, 10), work);
        List<Future<String>> waiting = IntStream.range(0, 4)
                .mapToObj(i -> submit(commits, "account" + i, "k"))
                .toList();
        await(() -> commits.waiting() == 3);
        Thread closing = Thread.ofPlatform().start(commits::close);
        work.letThrough.release(4);
        closing.join();
        for (Future<String> outcome : waiting) {
            assertThat(outcome.get()).isEqualTo("done k");
        }
        assertThatExceptionOfType(BusyException.class).isThrownBy(() -> commits.submit(Command.of("late", "k")));
    }
}
