package matchnight.settlement.ops;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Series as Prometheus' text format shows them, of one instance or added up over several. */
public final class Exposition {

    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final Pattern SUFFIX = Pattern.compile("_(total|bucket|count|sum)$");

    private final Map<String, Map<Map<String, String>, Double>> families;

    private Exposition(Map<String, Map<Map<String, String>, Double>> families) {
        this.families = families;
    }

    /** Reads all series of the named families; a line that is none is passed over. */
    public static Exposition parse(String text, Collection<String> names) {
        Map<String, Map<Map<String, String>, Double>> families = new HashMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String name = nameOf(line);
            if (names.contains(name)) {
                parseSeries(
                        line,
                        name,
                        (labels, value) -> families.computeIfAbsent(name, _ -> new HashMap<>())
                                .merge(labels, value, Double::sum));
            }
        });
        return new Exposition(families);
    }

    /** Reads the named families of this process, and writes out no others. */
    public static Exposition of(PrometheusMeterRegistry registry, Set<String> families) {
        return parse(registry.scrape(TEXT, namesOf(families)), families);
    }

    /** What an exposition is asked for by to show these families: a family's name, with its series' suffix and without. */
    static Set<String> namesOf(Set<String> families) {
        Set<String> names = new TreeSet<>(families);
        families.forEach(family -> names.add(SUFFIX.matcher(family).replaceFirst("")));
        return names;
    }

    private static String nameOf(String line) {
        int end = 0;
        while (end < line.length() && line.charAt(end) != '{' && line.charAt(end) != ' ') {
            end++;
        }
        return line.substring(0, end);
    }

    private static void parseSeries(String line, String name, BiConsumer<Map<String, String>, Double> series) {
        int labelsEnd = line.lastIndexOf('}');
        String labels = labelsEnd < 0 ? "" : line.substring(name.length(), labelsEnd);
        String[] rest =
                line.substring(Math.max(labelsEnd + 1, name.length())).trim().split(" ", 2);
        try {
            series.accept(labelsOf(labels), Double.parseDouble(rest[0]));
        } catch (NumberFormatException noNumber) {
            // Written by something that is no exposition; the console shows a gap.
            return;
        }
    }

    private static Map<String, String> labelsOf(String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher label = LABEL.matcher(text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return Map.copyOf(labels);
    }

    /** The same series of several instances, added up. */
    static Exposition sum(List<Exposition> instances) {
        Map<String, Map<Map<String, String>, Double>> families = new HashMap<>();
        for (Exposition instance : instances) {
            instance.families.forEach((name, series) -> series.forEach((labels, value) ->
                    families.computeIfAbsent(name, _ -> new HashMap<>()).merge(labels, value, Double::sum)));
        }
        return new Exposition(families);
    }

    /** All series of a family added up; 0 where there is none. */
    public double total(String name) {
        return families.getOrDefault(name, Map.of()).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    /** The largest of a family's series; 0 where there is none. */
    public double largest(String name) {
        return families.getOrDefault(name, Map.of()).values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** A family's series added up by one of their labels. */
    public Map<String, Double> totalsBy(String name, String label) {
        Map<String, Double> totals = new HashMap<>();
        families.getOrDefault(name, Map.of())
                .forEach((labels, value) -> totals.merge(labels.getOrDefault(label, ""), value, Double::sum));
        return totals;
    }

    /** What a single series shows; 0 where there is none. */
    public double value(String name, String label, String labelValue) {
        return totalsBy(name, label).getOrDefault(labelValue, 0.0);
    }

    /** Whether anything was read. */
    boolean isEmpty() {
        return families.isEmpty();
    }
}
