package matchnight.settlement.admin;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param nextCursor asks for the page after it; null when this one is the last
 */
public record ListPage<T>(List<T> items, @Nullable String nextCursor) {

    /** The page from up to one item more than asked for, which says that there is a next page. */
    public static <T> ListPage<T> of(List<T> oneMore, int limit, Function<T, String> cursor) {
        if (oneMore.size() <= limit) {
            return new ListPage<>(oneMore, null);
        }
        List<T> items = List.copyOf(oneMore.subList(0, limit));
        return new ListPage<>(items, cursor.apply(items.getLast()));
    }
}
