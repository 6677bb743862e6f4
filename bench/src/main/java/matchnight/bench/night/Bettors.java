package matchnight.bench.night;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Who bets tonight.
 *
 * @param regulars come with enough for the whole night
 * @param spenders come with little and bet what they win again
 * @param probes place the one known bet on every selection
 */
record Bettors(List<String> regulars, List<String> spenders, List<String> probes) {

    static Bettors standard() {
        return new Bettors(named("bettor", 400), named("spender", 40), named("probe", 6));
    }

    private static List<String> named(String kind, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> "%s-%03d".formatted(kind, number))
                .toList();
    }

    Stream<String> all() {
        return Stream.of(regulars, spenders, probes).flatMap(List::stream);
    }

    int count() {
        return regulars.size() + spenders.size() + probes.size();
    }
}
