package matchnight.bets.placement.http;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import matchnight.bets.problem.PointerError;
import matchnight.bets.problem.Problem;
import matchnight.bets.problem.ProblemCode;
import matchnight.bets.problem.ProblemException;
import matchnight.ledger.money.Money;
import org.jspecify.annotations.Nullable;

/** A total stake over the unit stakes that it pays, {@code lines} of them. */
record StakeSplit(Money stake, int lines) {

    static StakeSplit of(Money stake, int lines) {
        return new StakeSplit(stake, lines);
    }

    /**
     * Demands that every unit stake is one of whole minor units, and the same.
     *
     * @throws ProblemException STAKE_DOES_NOT_SPLIT
     */
    void requireEven() {
        if (rest() != 0) {
            throw new ProblemException(problem());
        }
    }

    private long rest() {
        return stake.minorUnits() % lines;
    }

    /**
     * The stakes next to this one that split: the one below, unless that is nothing, and the one above, if it can be
     * asked.
     */
    List<Money> nearest() {
        long below = stake.minorUnits() - rest();
        return LongStream.of(below, below + lines)
                .filter(split -> split > 0)
                .filter(split -> split <= Money.largest(stake.currency()).minorUnits())
                .mapToObj(split -> new Money(split, stake.currency()))
                .toList();
    }

    private Problem problem() {
        List<String> nearest = nearest().stream().map(Money::toDecimalString).toList();
        String detail =
                "must split into " + lines + " equal unit stakes; the nearest that do: " + String.join(", ", nearest);
        var members = new TreeMap<String, @Nullable Object>();
        members.put("nearestStakes", nearest);
        return new Problem(
                ProblemCode.STAKE_DOES_NOT_SPLIT,
                "/stake " + detail,
                List.of(new PointerError("/stake", detail)),
                members);
    }
}
