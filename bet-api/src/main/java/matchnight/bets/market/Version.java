package matchnight.bets.market;

import java.util.Set;

/**
 * The version of a market that a caller knows, from {@code If-Match}.
 *
 * @param numbers any of these; empty for any market that exists
 */
public record Version(Set<Long> numbers) {

    public Version {
        numbers = Set.copyOf(numbers);
    }

    boolean matches(long current) {
        return numbers.isEmpty() || numbers.contains(current);
    }
}
