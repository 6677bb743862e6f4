package matchnight.bench.operations;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a service's {@code /actuator/prometheus} exposes, in the text format 0.0.4: names, help texts and labels. */
public final class ExposedPage {

    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final Map<String, String> help = new HashMap<>();
    private final Map<String, Set<Map<String, String>>> samples = new HashMap<>();

    /**
     * Reads a page.
     *
     * @throws IllegalArgumentException if a line is not of the format
     */
    public static ExposedPage parse(String text) {
        ExposedPage page = new ExposedPage();
        text.lines().filter(line -> !line.isBlank()).forEach(page::take);
        return page;
    }

    private void take(String line) {
        if (line.startsWith("# HELP ")) {
            String[] words = line.split(" ", 4);
            help.put(words[2], words.length < 4 ? "" : words[3].strip());
        } else if (!line.startsWith("#")) {
            Matcher sample = SAMPLE.matcher(line);
            if (!sample.matches()) {
                throw new IllegalArgumentException(line);
            }
            samples.computeIfAbsent(sample.group(1), name -> new java.util.HashSet<>())
                    .add(labels(sample.group(2)));
        }
    }

    private static Map<String, String> labels(@org.jspecify.annotations.Nullable String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    /** Of samples: {@code _count}, {@code _sum} and {@code _bucket} of a histogram are three. */
    public Set<String> names() {
        return samples.keySet();
    }

    /** Of a family, whose name a histogram's samples begin with; empty without one. */
    public String help(String family) {
        return help.getOrDefault(family, "");
    }

    /** The label sets of a sample's name, without a bucket's bound. */
    public Set<Map<String, String>> labelSets(String name) {
        return samples.getOrDefault(name, Set.of()).stream()
                .map(labels -> {
                    Map<String, String> others = new HashMap<>(labels);
                    others.remove("le");
                    return others;
                })
                .collect(Collectors.toSet());
    }

    public Set<String> labelValues(String name, String label) {
        return labelSets(name).stream()
                .filter(labels -> labels.containsKey(label))
                .map(labels -> labels.get(label))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
