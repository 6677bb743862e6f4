package matchnight.ledger.posting;

import java.util.List;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.outbox.EventType;

/**
 * What one cause does to one account: one or more movements in the order they are to be read, announced by one event.
 */
public record Effect(EventType event, List<Movement> movements) {

    /**
     * Checks that the movements belong together.
     *
     * @throws IllegalArgumentException if there is no movement, or they are not of one account, bet and settlement
     */
    public Effect {
        movements = List.copyOf(movements);
        if (movements.isEmpty()) {
            throw new IllegalArgumentException("An effect without a movement");
        }
        Movement first = movements.getFirst();
        for (Movement movement : movements) {
            if (!movement.accountId().equals(first.accountId())) {
                throw new IllegalArgumentException("One effect moves one account's money");
            }
        }
    }

    public static Effect of(EventType event, Movement movement) {
        return new Effect(event, List.of(movement));
    }

    public AccountId accountId() {
        return movements.getFirst().accountId();
    }
}
