package matchnight.bench.operations;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The series that a PromQL expression names, as far as our rules and panels use the language. */
public final class QueriedSeries {

    private static final Pattern MATCHERS_AND_RANGES = Pattern.compile("\\{[^}]*}|\\[[^]]*]|\"[^\"]*\"");
    private static final Pattern LABEL_LISTS =
            Pattern.compile("\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
    private static final Pattern NAME = Pattern.compile("(?<![\\w:.])([a-zA-Z_:][\\w:]*)(?!\\s*\\(|[\\w:])");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "by", "without", "bool", "Inf", "NaN");

    private QueriedSeries() {}

    public static Set<String> of(String expression) {
        String bare = LABEL_LISTS
                .matcher(MATCHERS_AND_RANGES.matcher(expression).replaceAll(" "))
                .replaceAll(" ");
        Set<String> names = new TreeSet<>();
        Matcher name = NAME.matcher(bare);
        while (name.find()) {
            if (!WORDS.contains(name.group(1))) {
                names.add(name.group(1));
            }
        }
        return names;
    }
}
