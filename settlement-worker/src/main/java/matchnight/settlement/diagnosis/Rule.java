package matchnight.settlement.diagnosis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How one mechanism is told.
 *
 * @param unless mechanisms that explain the same readings better
 */
record Rule(Mechanism mechanism, Set<Mechanism> unless, List<Part> needs, Judgement judgement) {

    /** Decides by readings that are there. */
    @FunctionalInterface
    interface Judgement {
        Optional<Verdict> judge(Facts facts);
    }

    /** A part of the readings, by the name of its member. */
    record Part(String name, Function<Readings, @Nullable Object> member) {

        static final Part SESSIONS = new Part("sessions", Readings::sessions);
        static final Part BLOCKING = new Part("blocking", Readings::blocking);
        static final Part EXCLUSIVE_LOCKS = new Part("exclusiveLocks", Readings::exclusiveLocks);
        static final Part TRANSACTIONS = new Part("transactions", Readings::transactions);
        static final Part TABLES = new Part("tables", Readings::tables);
        static final Part STATEMENTS = new Part("statements", Readings::statements);
        static final Part POOLS = new Part("pools", Readings::pools);
        static final Part PLACEMENT = new Part("placement", Readings::placement);
        static final Part BACKLOG = new Part("backlog", Readings::backlog);
        static final Part OUTBOX = new Part("outbox", Readings::outbox);

        boolean isIn(Readings readings) {
            return member.apply(readings) != null;
        }
    }

    List<String> lacking(Readings readings) {
        return needs.stream()
                .filter(part -> !part.isIn(readings))
                .map(Part::name)
                .toList();
    }
}
