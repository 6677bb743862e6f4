package matchnight.settlement.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpositionTest {

    private static final String TEXT = """
            # HELP placement_busy_total Answers
            # TYPE placement_busy_total counter
            placement_busy_total{application="bet-api",cause="queue"} 3.0
            placement_busy_total{application="bet-api",cause="a \\"quoted\\" } one"} 4.0
            outbox_oldest_age_seconds 1.5E-1
            hikaricp_connections_pending{pool="bet_api"} 2.0 1700000000
            hikaricp_connections_pending{pool="relay"} 5
            hikaricp_connections_pending{pool="broken"} nonsense
            not_asked_for 7
            """;

    private final Exposition read = Exposition.parse(
            TEXT, Set.of("placement_busy_total", "outbox_oldest_age_seconds", "hikaricp_connections_pending"));

    @Test
    void seriesAreAddedUpByALabel() {
        assertThat(read.totalsBy("placement_busy_total", "cause"))
                .isEqualTo(Map.of("queue", 3.0, "a \\\"quoted\\\" } one", 4.0));
    }

    @Test
    void aFamilyHasATotalAndALargest() {
        assertThat(read.total("hikaricp_connections_pending")).isEqualTo(7);
        assertThat(read.largest("hikaricp_connections_pending")).isEqualTo(5);
        assertThat(read.total("outbox_oldest_age_seconds")).isEqualTo(0.15);
    }

    @Test
    void whatNobodyAskedForIsNotRead() {
        assertThat(read.total("not_asked_for")).isZero();
    }

    @Test
    void instancesAreAddedUp() {
        assertThat(Exposition.sum(List.of(read, read)).totalsBy("hikaricp_connections_pending", "pool"))
                .isEqualTo(Map.of("bet_api", 4.0, "relay", 10.0));
    }
}
