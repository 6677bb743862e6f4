package matchnight.bench.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import matchnight.stack.ProjectRoot;

/** {@code docs/runbook.md}: its entries, and the commands in them. */
public final class Runbook {

    static final String FILE = "docs/runbook.md";

    private static final Pattern HEADING = Pattern.compile("(?m)^#{2,3} (.+)$");
    private static final Pattern SQL = Pattern.compile("(?s)```sql\n(.*?)```");
    private static final Pattern CALLED = Pattern.compile("\"\\$(?:BET_API|WORKER)(/[^\"?]*)");
    private static final Pattern NAMED = Pattern.compile("`(?:GET|POST|PUT) (/[^`? ]*)");
    private static final Pattern READ = Pattern.compile("(?m)curl -s \"\\$WORKER(/[^\"$]*)\" -H \"\\$AUTH\"$");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$[A-Z_]+|\\{[A-Za-z]+}");

    private Runbook() {}

    static String text() {
        try {
            return Files.readString(ProjectRoot.find().resolve(FILE));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The entries by what their headings are linked to as. */
    static Map<String, String> entries() {
        String text = text();
        Map<String, String> entries = new LinkedHashMap<>();
        List<MatchResult> headings = HEADING.matcher(text).results().toList();
        for (int i = 0; i < headings.size(); i++) {
            int end = i + 1 < headings.size() ? headings.get(i + 1).start() : text.length();
            entries.put(
                    anchor(headings.get(i).group(1)),
                    text.substring(headings.get(i).start(), end));
        }
        return entries;
    }

    static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 -]", "")
                .replace(' ', '-');
    }

    /** The statements, with values in the place of psql's variables. */
    public static List<String> statements() {
        List<String> statements = new ArrayList<>();
        Matcher sql = SQL.matcher(text());
        while (sql.find()) {
            statements.add(sql.group(1).replaceAll(":'\\w+'", "'none'").replaceAll("(?<!:):pid\\b", "0"));
        }
        return statements;
    }

    /** What is read from the worker with a token, without a value of somebody's own in it. */
    public static List<String> reads() {
        return READ.matcher(text()).results().map(match -> match.group(1)).toList();
    }

    /** The paths of all calls, with {@code *} in the place of values. */
    static Set<String> paths() {
        Set<String> paths = new TreeSet<>();
        for (Pattern pattern : List.of(CALLED, NAMED)) {
            pattern.matcher(text())
                    .results()
                    .map(match -> withoutValues(match.group(1)))
                    .forEach(paths::add);
        }
        return paths;
    }

    static String withoutValues(String path) {
        return PLACEHOLDER.matcher(path).replaceAll("*");
    }
}
