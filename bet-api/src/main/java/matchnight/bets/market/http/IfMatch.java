package matchnight.bets.market.http;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import matchnight.bets.market.Version;
import matchnight.bets.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/** Reads the header {@code If-Match} (RFC 9110, section 13.1.1): {@code *}, or quoted versions. */
final class IfMatch {

    private static final Pattern LIST = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7E]{0,64})\"(?:\\s*,\\s*|$)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final long NO_VERSION = -1;
    private static final int MOST_CHARACTERS = 1000;

    private IfMatch() {}

    /** Null when the header was not sent. Tags that are weak or no version of ours match nothing. */
    static @Nullable Version version(@Nullable String header) {
        if (header == null) {
            return null;
        }
        String list = header.strip();
        return list.equals("*") ? new Version(Set.of()) : new Version(numbers(list));
    }

    private static Set<Long> numbers(String list) {
        if (list.isEmpty() || list.length() > MOST_CHARACTERS) {
            throw malformed();
        }
        Set<Long> numbers = new HashSet<>();
        Matcher tag = LIST.matcher(list);
        int end = 0;
        while (end < list.length()) {
            if (!tag.find(end) || tag.start() != end) {
                throw malformed();
            }
            numbers.add(number(tag.group(1) != null, tag.group(2)));
            end = tag.end();
        }
        return numbers;
    }

    private static long number(boolean weak, String tag) {
        return !weak && NUMBER.matcher(tag).matches() ? Long.parseLong(tag) : NO_VERSION;
    }

    private static ProblemException malformed() {
        return ProblemException.invalid("If-Match", "must be a quoted version such as \"7\", a list of them, or *");
    }
}
