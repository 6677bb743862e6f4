package matchnight.bench.product;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import matchnight.bench.load.HttpAnswer;
import matchnight.bench.load.HttpClient;
import matchnight.bench.load.HttpRequest;

/** One reading of a service's {@code /actuator/prometheus}, in the text format 0.0.4. */
public final class Metrics {

    private final List<Sample> samples;

    private Metrics(List<Sample> samples) {
        this.samples = samples;
    }

    private record Sample(String name, String labels, double value) {}

    /**
     * Reads all of it.
     *
     * @throws IOException if the service did not answer
     */
    public static Metrics read(HttpClient service) throws IOException {
        return readFrom(service, "/actuator/prometheus");
    }

    /**
     * Reads one series, which costs the service next to nothing.
     *
     * @throws IOException if the service did not answer
     */
    public static Metrics readOnly(HttpClient service, String name) throws IOException {
        return readFrom(service, "/actuator/prometheus?includedNames=" + name);
    }

    private static Metrics readFrom(HttpClient service, String target) throws IOException {
        HttpAnswer answer = ask(service, HttpRequest.get(target).with("Accept", "text/plain"));
        if (!answer.isSuccess()) {
            throw new IOException(target + " was answered by " + answer.status());
        }
        return parse(answer.body());
    }

    // A service closes a connection over which nobody has asked for some seconds. The next one is a new one.
    private static HttpAnswer ask(HttpClient service, HttpRequest reading) throws IOException {
        try {
            return service.exchange(reading);
        } catch (IOException perhapsKeptTooLong) {
            return service.exchange(reading);
        }
    }

    static Metrics parse(String text) {
        List<Sample> samples = new ArrayList<>();
        text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> samples.add(sample(line)));
        return new Metrics(samples);
    }

    private static Sample sample(String line) {
        int labelsEnd = line.lastIndexOf('}');
        int nameEnd = labelsEnd < 0 ? line.indexOf(' ') : line.indexOf('{');
        String labels = labelsEnd < 0 ? "" : line.substring(nameEnd + 1, labelsEnd);
        String value = line.substring(Math.max(labelsEnd + 1, nameEnd)).strip().split(" ", 2)[0];
        return new Sample(line.substring(0, nameEnd), labels, number(value));
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** The highest value among a name's samples; none where the service does not have it. */
    public OptionalDouble highest(String name) {
        return samples.stream()
                .filter(sample -> sample.name.equals(name) && !Double.isNaN(sample.value))
                .mapToDouble(Sample::value)
                .max();
    }

    /**
     * A percentile of a histogram over all its labels: the upper bound of the bucket that it lies in; none where there is no
     * such histogram or nothing in it.
     *
     * @param name without {@code _bucket}
     */
    public OptionalDouble percentile(String name, double fraction) {
        return percentile(buckets(name), fraction);
    }

    /** The same of what was recorded after an earlier reading of the same process. */
    public OptionalDouble percentileSince(Metrics earlier, String name, double fraction) {
        SortedMap<Double, Double> recorded = buckets(name);
        earlier.buckets(name).forEach((bound, count) -> recorded.merge(bound, -count, Double::sum));
        return percentile(recorded, fraction);
    }

    private SortedMap<Double, Double> buckets(String name) {
        SortedMap<Double, Double> cumulative = new TreeMap<>();
        for (Sample sample : samples) {
            if (sample.name.equals(name + "_bucket")) {
                cumulative.merge(upperBound(sample.labels), sample.value, Double::sum);
            }
        }
        return cumulative;
    }

    private static OptionalDouble percentile(SortedMap<Double, Double> cumulative, double fraction) {
        if (cumulative.isEmpty() || cumulative.lastEntry().getValue() == 0) {
            return OptionalDouble.empty();
        }
        double rank = fraction * cumulative.lastEntry().getValue();
        return cumulative.entrySet().stream()
                .filter(bucket -> bucket.getValue() >= rank)
                .mapToDouble(Map.Entry::getKey)
                .findFirst();
    }

    private static double upperBound(String labels) {
        int start = labels.indexOf("le=\"") + "le=\"".length();
        return number(labels.substring(start, labels.indexOf('"', start)));
    }
}
