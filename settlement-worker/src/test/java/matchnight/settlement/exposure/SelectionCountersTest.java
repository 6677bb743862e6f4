package matchnight.settlement.exposure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import matchnight.settlement.exposure.SelectionCounters.Counter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Liability leaves where it is, and the room that the limit leaves is spread. */
class SelectionCountersTest {

    /** Counters as {@code liability/share}, before and after a change under a limit. */
    @ParameterizedTest
    @CsvSource({
        // Given back from the first that have it; the room is spread evenly.
        "30/30 20/20, -10,  50, 20/25 20/25",
        "30/30 20/20, -40,  50, 0/20 10/30",
        "0/0 50/50,   -50,  50, 0/25 0/25",
        "50/51 0/0,    -1,  51, 49/50 0/1",
        // Never below zero, even if more is given back than was counted.
        "5/25 0/25,   -10,  50, 0/25 0/25",
        // Taken again where there is room, and where there is none the shares grow: nothing is left.
        "10/25 10/25,  20,  50, 30/35 10/15",
        "25/25 25/25,  20,  50, 45/45 25/25",
        // What took more than the limit is given back without making room for others.
        "45/45 25/25, -15,  50, 30/30 25/25",
        "45/45 25/25, -30,  50, 15/20 25/30",
        // A limit that was lowered meanwhile.
        "60/60 40/40, -30,  50, 30/30 40/40",
        "60/60 40/40, -60,  50, 0/5 40/45",
    })
    void aChangeMovesLiabilityAndSpreadsTheRoom(String before, long change, long limit, String after) {
        assertThat(text(counters(before).changedBy(change, limit))).isEqualTo(after);
    }

    private static SelectionCounters counters(String text) {
        List<Counter> counters = List.of(text.split(" ")).stream()
                .map(part -> part.split("/"))
                .map(part -> new Counter((short) 0, Long.parseLong(part[0]), Long.parseLong(part[1])))
                .toList();
        return new SelectionCounters(counters);
    }

    private static String text(SelectionCounters counters) {
        return counters.counters().stream()
                .map(counter -> counter.liability() + "/" + counter.share())
                .collect(Collectors.joining(" "));
    }
}
