package matchnight.bets.page;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param nextCursor where the next page begins; null when this is the last
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {

    public Page {
        items = List.copyOf(items);
    }

    /** Makes a page of rows that were read with {@link PageRequest#rowsToRead} as their limit. */
    public static <T> Page<T> of(List<T> rows, PageRequest request, String list, Function<T, String> key) {
        if (rows.size() <= request.limit()) {
            return new Page<>(rows, null);
        }
        List<T> items = rows.subList(0, request.limit());
        return new Page<>(items, PageRequest.cursor(list, key.apply(items.getLast())));
    }

    /** The same page of what the items are turned into. */
    public <R> Page<R> map(Function<T, R> mapping) {
        return new Page<>(items.stream().map(mapping).toList(), nextCursor);
    }
}
