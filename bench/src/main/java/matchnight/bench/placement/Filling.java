package matchnight.bench.placement;

import java.util.List;

/**
 * Open singles that are filled in: every account has as many, in turn on every selection of the markets.
 *
 * @param firstNumber of the bets, which makes their ids and keys; no other bet has one of theirs
 * @param rounds how many bets every account gets
 * @param fillers how many fill at the same time, each for accounts of its own
 * @param firstOutboxId of as many numbers as there are bets, drawn before
 * @param fromMillis when the first bet was placed
 * @param toMillis when the last one was
 */
public record Filling(
        List<String> accountIds,
        List<String> marketIds,
        long firstNumber,
        int rounds,
        int fillers,
        long firstOutboxId,
        long fromMillis,
        long toMillis) {

    public int bets() {
        return rounds * accountIds.size();
    }
}
