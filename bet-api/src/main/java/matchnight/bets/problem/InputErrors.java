package matchnight.bets.problem;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects the faults of one input, so that a client hears of them together. At most 20 are kept.
 *
 * <p>Values that validate themselves throw {@link IllegalArgumentException} with a message that completes a sentence
 * beginning with the place, and does not repeat the input.
 */
public final class InputErrors {

    private static final int MOST_ERRORS = 20;

    private final List<PointerError> errors = new ArrayList<>();

    /** Makes a value from a part of the input; null, and a fault noted, when the part is not valid. */
    public <T> @Nullable T read(String pointer, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | ArithmeticException invalid) {
            add(pointer, invalid.getMessage() == null ? "is not valid" : invalid.getMessage());
            return null;
        }
    }

    /** Notes a fault unless the condition holds. */
    public void require(boolean holds, String pointer, String detail) {
        if (!holds) {
            add(pointer, detail);
        }
    }

    public void add(String pointer, String detail) {
        if (errors.size() < MOST_ERRORS) {
            errors.add(new PointerError(pointer, detail));
        }
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    /**
     * Ends the request if a fault was noted.
     *
     * @throws ProblemException INVALID_REQUEST with all of them
     */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw new ProblemException(Problem.invalid(errors));
        }
    }
}
