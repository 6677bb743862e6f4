package matchnight.bets.relay;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** What must hold of a topic whatever happened to the relay. */
final class Topics {

    private Topics() {}

    static Set<String> ids(List<PublishedEvent> events) {
        return events.stream().map(PublishedEvent::id).collect(toSet());
    }

    /** Each account's events came first in the order of its versions, from 1 and without a gap; repeats do not count. */
    static void assertEachAccountsOrder(List<PublishedEvent> events) {
        Map<String, List<Long>> versions = firstOccurrences(events).stream()
                .collect(groupingBy(PublishedEvent::key, mapping(PublishedEvent::version, toList())));
        assertThat(versions)
                .allSatisfy((account, found) -> assertThat(found)
                        .as(account)
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, found.size()).boxed().toList()));
    }

    /** However often an event was published, its bytes were the same. */
    static void assertRepeatsAreEqual(List<PublishedEvent> events) {
        Map<String, Set<String>> values =
                events.stream().collect(groupingBy(PublishedEvent::id, mapping(PublishedEvent::value, toSet())));
        assertThat(values).allSatisfy((id, found) -> assertThat(found).as(id).hasSize(1));
    }

    private static List<PublishedEvent> firstOccurrences(List<PublishedEvent> events) {
        return events.stream()
                .collect(collectingAndThen(
                        toMap(PublishedEvent::id, event -> event, (first, repeat) -> first, LinkedHashMap::new),
                        byId -> List.copyOf(byId.values())));
    }
}
