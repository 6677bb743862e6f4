package matchnight.bets.page;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import matchnight.bets.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is wanted.
 *
 * @param limit rows at most, 1 to {@value #MOST_ROWS}
 * @param after where the page before ended: the key of its last row; null for the first page
 */
public record PageRequest(int limit, @Nullable String after) {

    public static final int MOST_ROWS = 200;
    public static final int USUAL_ROWS = 50;

    private static final int MOST_CURSOR_CHARACTERS = 512;

    /**
     * Reads the parameters {@code limit} and {@code cursor} of a list.
     *
     * @param list names the list, so that a cursor of another one is refused
     * @throws ProblemException INVALID_REQUEST
     */
    public static PageRequest of(@Nullable Integer limit, @Nullable String cursor, String list) {
        if (limit != null && (limit < 1 || limit > MOST_ROWS)) {
            throw ProblemException.invalid("?limit", "must be 1 to " + MOST_ROWS);
        }
        return new PageRequest(limit == null ? USUAL_ROWS : limit, cursor == null ? null : key(cursor, list));
    }

    /**
     * The key where the page before ended, as what it is a key of; empty for the first page.
     *
     * @param parse throws an {@link IllegalArgumentException} for a text that is no such key
     * @throws ProblemException INVALID_REQUEST if this list cannot have given out the cursor
     */
    public <K> Optional<K> afterKey(Function<String, K> parse) {
        try {
            return Optional.ofNullable(after).map(parse);
        } catch (IllegalArgumentException tampered) {
            throw notOurs();
        }
    }

    /** One row more than wanted: whether it is there says whether there is a next page. */
    public int rowsToRead() {
        return limit + 1;
    }

    /** The opaque cursor of the page that begins after a key. */
    static String cursor(String list, String key) {
        byte[] text = (list + " " + key).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    private static String key(String cursor, String list) {
        String prefix = list + " ";
        String text = decoded(cursor);
        if (!text.startsWith(prefix)) {
            throw notOurs();
        }
        return text.substring(prefix.length());
    }

    private static String decoded(String cursor) {
        if (cursor.length() > MOST_CURSOR_CHARACTERS) {
            throw notOurs();
        }
        try {
            return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw notOurs();
        }
    }

    /** What a cursor that this list did not give out is answered. */
    private static ProblemException notOurs() {
        return ProblemException.invalid("?cursor", "must be the nextCursor of an earlier page of this list");
    }
}
