package matchnight.bets.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one turn did with one command. */
public sealed interface Decision<O> {

    /** It has its outcome, which is committed. */
    record Made<O>(O outcome) implements Decision<O> {}

    /** Somebody else holds the account's balance row at this moment; nothing was done for this command. */
    record BalanceHeld<O>() implements Decision<O> {}

    /** Each command with its outcome, in their order; one without was passed over. */
    static <C, O> List<Decision<O>> ofEach(List<C> commands, Function<C, @Nullable O> outcomeOf) {
        List<Decision<O>> decisions = new ArrayList<>(commands.size());
        for (C command : commands) {
            O outcome = outcomeOf.apply(command);
            decisions.add(outcome == null ? new BalanceHeld<>() : new Made<>(outcome));
        }
        return decisions;
    }

    /** All passed over. */
    static <O> List<Decision<O>> heldForEach(List<?> commands) {
        return commands.stream().<Decision<O>>map(_ -> new BalanceHeld<>()).toList();
    }
}
