package matchnight.settlement.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import matchnight.settlement.testing.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slices shrink until a statement can read them. */
class SlicesTest {

    @Test
    void anIdThatTakesTooLongIsLeftOutAndAllOthersAreLookedAtOnce() throws Exception {
        try (World world = World.create()) {
            Slices slices = new Slices(
                    world.reader(),
                    new PlacementPressure(world.worker(), Duration.ofSeconds(5), Duration.ofMillis(1)),
                    new SliceSize(32, Duration.ofMillis(200)),
                    new ReconciliationMetrics(new SimpleMeterRegistry()));
            List<String> ids =
                    IntStream.range(0, 40).mapToObj(number -> "id-" + number).toList();
            List<String> looked = new ArrayList<>();
            Tally tally = new Tally();
            slices.lookAtAll(ids, tally, () -> {}, (connection, slice, ofSlice) -> {
                ofSlice.looked(slice.size(), slice.size());
                if (slice.contains("id-17")) {
                    try (var statement = connection.prepareStatement("SELECT pg_sleep(10)")) {
                        statement.setQueryTimeout(1);
                        statement.execute();
                    }
                }
                looked.addAll(slice);
            });
            assertThat(looked).hasSize(39).doesNotContain("id-17").doesNotHaveDuplicates();
            assertThat(List.of(tally.count(), tally.leftOut())).containsExactly(39L, 1L);
        }
    }

    @Test
    void anyOtherFailureEndsTheLook() throws Exception {
        try (World world = World.create()) {
            Slices slices = new Slices(
                    world.reader(),
                    new PlacementPressure(world.worker(), Duration.ofSeconds(5), Duration.ofMillis(1)),
                    new SliceSize(32, Duration.ofMillis(200)),
                    new ReconciliationMetrics(new SimpleMeterRegistry()));
            org.assertj.core.api.Assertions.assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> slices.lookAtAll(
                            List.of("id"),
                            new Tally(),
                            () -> {},
                            (connection, slice, ofSlice) -> connection
                                    .prepareStatement("INSERT INTO account (account_id, currency) VALUES ('x', 'GBP')")
                                    .execute()))
                    .withMessageContaining("read-only");
        }
    }

    @ParameterizedTest
    @CsvSource({
        // from, until, time, quiet
        "03:00, 06:00, 03:00, true",
        "03:00, 06:00, 06:00, false",
        "23:00, 04:00, 01:00, true",
        "23:00, 04:00, 12:00, false",
        "03:00, 03:00, 03:00, false",
    })
    void quietHoursMayGoPastMidnight(LocalTime from, LocalTime until, LocalTime time, boolean quiet) {
        ReconciliationSettings settings = settings(from, until);
        assertThat(settings.isQuiet(time)).isEqualTo(quiet);
        if (quiet) {
            assertThat(settings.quietLeft(time)).isPositive().isLessThanOrEqualTo(Duration.ofHours(5));
        }
    }

    private static ReconciliationSettings settings(LocalTime from, LocalTime until) {
        ReconciliationSettings known = Reconciling.settings("t");
        return new ReconciliationSettings(
                known.interval(),
                known.poll(),
                from,
                until,
                known.lease(),
                known.accountsInSlice(),
                known.marketsInSlice(),
                known.sliceBudget(),
                known.blocksInPart(),
                known.slowPlacement(),
                known.longestPause(),
                known.eventTopic(),
                known.topicRetention(),
                known.mostEvents(),
                known.mostIncidents(),
                known.owner());
    }
}
