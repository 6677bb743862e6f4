package matchnight.bets.commit;

import static java.util.Objects.requireNonNull;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import matchnight.bets.commit.Turn.Manner;
import matchnight.bets.problem.BusyException;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.sql.BusyCause;
import matchnight.ledger.sql.DatabaseTrouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers commands into transactions without making any of them wait for others to come: a few committers take what has
 * arrived since the last time, at most a batch, and decide it together. A lone command is a batch of one at once.
 *
 * <p>A batch that fails is retried one by one, so that one bad command costs the others a moment and not their outcome.
 * Commands whose account's balance is held by somebody else go to a waiting lane, and nobody else waits with them.
 */
public final class GroupCommit<C extends AccountCommand, O> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(8).toNanos();

    private static final Duration MOST_WAIT_FOR_THE_LAST = Duration.ofSeconds(5);

    private final GroupCommitSettings settings;
    private final CommitWork<C, O> work;
    private final IntConsumer batchSizes;
    private final CommandQueue<C, O> queue;
    private final BlockingQueue<List<Submission<C, O>>> waitingForBalance = new LinkedBlockingQueue<>();
    private final List<Thread> committers = new ArrayList<>();
    private final List<Thread> lanes = new ArrayList<>();

    /**
     * Starts the committers.
     *
     * @param name of the threads
     * @param batchSizes is told how many commands each transaction was given
     */
    public GroupCommit(String name, GroupCommitSettings settings, CommitWork<C, O> work, IntConsumer batchSizes) {
        this.settings = settings;
        this.work = work;
        this.batchSizes = batchSizes;
        this.queue = new CommandQueue<>(settings.queue(), settings.batch());
        for (int i = 0; i < settings.committers(); i++) {
            int committer = i;
            committers.add(start(name + "-committer-" + i, () -> commitUntilClosed(committer)));
        }
        for (int i = 0; i < settings.waitingLanes(); i++) {
            int lane = settings.committers() + i;
            lanes.add(start(name + "-waiting-lane-" + i, () -> waitForBalances(lane)));
        }
    }

    private static Thread start(String name, Runnable loop) {
        return Thread.ofPlatform().name(name).daemon().start(loop);
    }

    /**
     * Has the command decided, and returns its committed outcome.
     *
     * @throws BusyException if the queue is full, or no outcome came in time: the same key may be tried again
     * @throws SQLException if the database could not decide it now: the same key may be tried again
     */
    public O submit(C command) throws SQLException {
        Submission<C, O> submission = new Submission<>(command, System.nanoTime());
        if (!queue.offer(submission)) {
            throw new BusyException(BusyCause.QUEUE, null);
        }
        try {
            return submission.outcome().get(settings.deadline().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw gaveUp(submission, late);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw gaveUp(submission, stopped);
        } catch (ExecutionException failed) {
            throw rethrown(requireNonNull(failed.getCause()));
        }
    }

    /** How many commands wait for a transaction now. */
    public int waiting() {
        return queue.size();
    }

    // Not decided yet: then it never will be. Being decided: the outcome will stand under the key.
    private BusyException gaveUp(Submission<C, O> submission, Exception cause) {
        return new BusyException(queue.withdraw(submission) ? BusyCause.QUEUE_WAIT : BusyCause.DEADLINE, cause);
    }

    private static RuntimeException rethrown(Throwable failure) throws SQLException {
        return switch (failure) {
            case SQLException trouble -> throw trouble;
            case RuntimeException fault -> fault;
            case Error error -> throw error;
            default -> new IllegalStateException(failure);
        };
    }

    private void commitUntilClosed(int committer) {
        try {
            List<Submission<C, O>> batch = queue.takeBatch();
            while (!batch.isEmpty()) {
                decideBatch(batch, new Turn(committer, Manner.TOGETHER));
                batch = queue.takeBatch();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void decideBatch(List<Submission<C, O>> batch, Turn turn) {
        Set<AccountId> decided = batch.stream()
                .map(submission -> submission.command().accountId())
                .collect(Collectors.toSet());
        try {
            HeldAccounts<C, O> held = decideTogetherOrAlone(refuseLate(batch), turn);
            decided.removeAll(held.accounts());
            waitingForBalance.addAll(held.byAccount());
        } catch (RuntimeException | Error fault) {
            // A committer that ended here would take bets with it for as long as the service runs.
            LOG.error("A batch of {} could not be decided", batch.size(), fault);
            failAll(batch, fault);
        } finally {
            queue.release(decided);
        }
    }

    private List<Submission<C, O>> refuseLate(List<Submission<C, O>> batch) {
        List<Submission<C, O>> inTime = new ArrayList<>(batch.size());
        for (Submission<C, O> submission : batch) {
            if (isLate(submission)) {
                submission.outcome().completeExceptionally(new BusyException(BusyCause.QUEUE_WAIT, null));
            } else {
                inTime.add(submission);
            }
        }
        return inTime;
    }

    private boolean isLate(Submission<C, O> submission) {
        return submission.hasWaitedLongerThan(settings.queueWait().toNanos(), System.nanoTime());
    }

    private HeldAccounts<C, O> decideTogetherOrAlone(List<Submission<C, O>> batch, Turn turn) {
        try {
            return decide(batch, turn);
        } catch (SQLException | RuntimeException failure) {
            if (batch.size() == 1 || concernsAll(failure)) {
                failAll(batch, failure);
                return new HeldAccounts<>();
            }
            LOG.info("A batch of {} failed and is retried one by one: {}", batch.size(), failure.toString());
            return decideOneByOne(batch, new Turn(turn.committer(), Manner.RETRIED_ALONE), failure);
        }
    }

    // Who is late by now waited for the batch that failed, and is told why that did.
    private HeldAccounts<C, O> decideOneByOne(List<Submission<C, O>> batch, Turn turn, Exception batchFailure) {
        HeldAccounts<C, O> held = new HeldAccounts<>();
        for (Submission<C, O> submission : batch) {
            if (held.hasAccountOf(submission)) {
                held.add(submission);
                continue;
            }
            try {
                if (isLate(submission)) {
                    failAll(List.of(submission), batchFailure);
                } else {
                    held.addAll(decide(List.of(submission), turn));
                }
            } catch (SQLException | RuntimeException failure) {
                failAll(List.of(submission), failure);
            }
        }
        return held;
    }

    // No connection or no server: every one of them would wait for the same in vain.
    private static boolean concernsAll(Exception failure) {
        return DatabaseTrouble.busyCause(failure)
                .filter(cause -> cause == BusyCause.POOL || cause == BusyCause.DATABASE_UNAVAILABLE)
                .isPresent();
    }

    /** Decides and answers; returns what was not decided. */
    private HeldAccounts<C, O> decide(List<Submission<C, O>> batch, Turn turn) throws SQLException {
        HeldAccounts<C, O> held = new HeldAccounts<>();
        if (batch.isEmpty()) {
            return held;
        }
        batchSizes.accept(batch.size());
        List<Decision<O>> decisions =
                work.decide(batch.stream().map(Submission::command).toList(), turn);
        for (int i = 0; i < batch.size(); i++) {
            switch (decisions.get(i)) {
                case Decision.Made<O>(O outcome) -> batch.get(i).outcome().complete(outcome);
                case Decision.BalanceHeld<O> _ -> held.add(batch.get(i));
            }
        }
        return held;
    }

    private void waitForBalances(int lane) {
        try {
            List<Submission<C, O>> ofAccount = waitingForBalance.take();
            while (!ofAccount.isEmpty()) {
                decideWaiting(ofAccount, new Turn(lane, Manner.WAITING_FOR_BALANCE));
                ofAccount = waitingForBalance.take();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    // Another try where what the commands met is held still, with a growing pause between the tries, for as long as a
    // row
    // may be waited for.
    private void decideWaiting(List<Submission<C, O>> ofAccount, Turn turn) {
        AccountId account = ofAccount.getFirst().command().accountId();
        long untilNanos = System.nanoTime() + settings.balanceWait().toNanos();
        long pauseNanos = FIRST_PAUSE_NANOS;
        try {
            List<Submission<C, O>> left = decide(refuseLate(ofAccount), turn).submissions();
            while (!left.isEmpty() && System.nanoTime() - untilNanos < 0) {
                LockSupport.parkNanos(pauseNanos);
                pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
                left = decide(left, turn).submissions();
            }
            failAll(left, new BusyException(BusyCause.LOCK_TIMEOUT, null));
        } catch (SQLException | RuntimeException | Error failure) {
            failAll(ofAccount, failure);
        } finally {
            queue.release(Set.of(account));
        }
    }

    private static <C extends AccountCommand, O> void failAll(List<Submission<C, O>> batch, Throwable failure) {
        batch.forEach(submission -> submission.outcome().completeExceptionally(failure));
    }

    /** Takes no more commands, has the last ones decided, and ends. */
    @Override
    public void close() {
        queue.close();
        joinAll(committers);
        // Behind whatever still waits.
        lanes.forEach(_ -> waitingForBalance.add(List.of()));
        joinAll(lanes);
    }

    private static void joinAll(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join(MOST_WAIT_FOR_THE_LAST);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
