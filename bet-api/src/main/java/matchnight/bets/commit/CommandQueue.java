package matchnight.bets.commit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.idempotency.KeyScope;

/**
 * Commands in the order of their arrival. An account whose commands are being decided is left alone until they are: so one
 * account's commands keep their order, and one hot account gathers them for its next turn instead of blocking committers.
 */
final class CommandQueue<C extends AccountCommand, O> {

    private final int capacity;
    private final int mostPerBatch;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final LinkedHashSet<Submission<C, O>> waiting = new LinkedHashSet<>();
    private final Set<AccountId> accountsBeingDecided = new HashSet<>();
    private boolean closed;

    CommandQueue(int capacity, int mostPerBatch) {
        this.capacity = capacity;
        this.mostPerBatch = mostPerBatch;
    }

    /** False where the queue is full or closed. */
    boolean offer(Submission<C, O> submission) {
        lock.lock();
        try {
            if (closed || waiting.size() >= capacity) {
                return false;
            }
            waiting.add(submission);
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the command out again; false where a committer has it already. */
    boolean withdraw(Submission<C, O> submission) {
        lock.lock();
        try {
            return waiting.remove(submission);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for commands that may be decided now, and takes them: the oldest first, no two under one key.
     *
     * @return none once the queue is closed and empty
     */
    List<Submission<C, O>> takeBatch() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            List<Submission<C, O>> batch = takeEligible();
            while (batch.isEmpty() && !(closed && waiting.isEmpty())) {
                changed.await();
                batch = takeEligible();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** What this account's commands wait for is over: the next of them may be taken. */
    void release(Iterable<AccountId> accounts) {
        lock.lock();
        try {
            accounts.forEach(accountsBeingDecided::remove);
            if (!waiting.isEmpty() || closed) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more commands; those that wait are decided still. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private List<Submission<C, O>> takeEligible() {
        List<Submission<C, O>> batch = new ArrayList<>();
        Set<AccountId> accounts = new HashSet<>();
        Set<AccountId> passedOver = new HashSet<>();
        Set<KeyScope> keys = new HashSet<>();
        Iterator<Submission<C, O>> oldestFirst = waiting.iterator();
        while (batch.size() < mostPerBatch && oldestFirst.hasNext()) {
            Submission<C, O> next = oldestFirst.next();
            AccountId account = next.command().accountId();
            if (accountsBeingDecided.contains(account) || passedOver.contains(account)) {
                continue;
            }
            if (keys.add(next.command().scope())) {
                oldestFirst.remove();
                batch.add(next);
                accounts.add(account);
            } else {
                passedOver.add(account);
            }
        }
        accountsBeingDecided.addAll(accounts);
        return batch;
    }
}
