package matchnight.settlement.intake;

import static matchnight.settlement.testing.Events.cancel;
import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static matchnight.settlement.testing.Events.rollbackCancel;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import matchnight.ledger.market.MarketId;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Window;
import matchnight.settlement.testing.World;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stored event does beside standing in its place. */
class ResultStorageTest {

    private final World world = World.create();

    @AfterEach
    void drop() {
        world.close();
    }

    /** Bets placed after settlement has passed would lie in the window, and no job would look at them. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "   -,   -, SHUT",
                "PT-2H,   -, SHUT",
                "PT-2H, PT1H, SHUT",
                "PT1H, PT2H, SHUT",
                "PT-2H, PT-1H, OPEN"
            })
    void aCancelShutsAllSelectionsWhileItsWindowLasts(@Nullable Duration from, @Nullable Duration to, String betting)
            throws Exception {
        MarketId market = world.market("m", "H", "D", "A");

        StoredResults.store(world, cancel(market, 1, new Window(fromNow(from), fromNow(to))));

        String shutBy = betting.equals("SHUT") ? "1" : "null";
        assertThat(shutBy(market)).containsExactly("A " + shutBy, "D " + shutBy, "H " + shutBy);
    }

    private static @Nullable Instant fromNow(@Nullable Duration distance) {
        return distance == null ? null : Instant.now().plus(distance).truncatedTo(ChronoUnit.MICROS);
    }

    @Test
    void aCancelThatWasRolledBackBeforeItArrivedShutsNothing() throws Exception {
        MarketId market = world.market("m", "H");
        StoredResults.store(world, rollbackCancel(market, 2, Window.ALWAYS));

        StoredResults.store(world, cancel(market, 1, Window.ALWAYS));

        assertThat(shutBy(market)).containsExactly("H null");
    }

    @Test
    void whatANewerResultShutStaysShutByThatResult() throws Exception {
        MarketId market = world.market("m", "H", "A");
        StoredResults.store(world, result(market, 3, "H WON"));

        StoredResults.store(world, cancel(market, 2, Window.ALWAYS));

        assertThat(shutBy(market)).containsExactly("A 2", "H 3");
    }

    @Test
    void everyContentOfADisputedVersionStandsInItsIncidentOnce() throws Exception {
        MarketId market = world.market("m", "H", "A");
        StoredResults.store(world, result(market, 1, "H WON", "A LOST"));
        MarketResult second = result(market, 1, "H LOST", "A WON");
        MarketResult third = result(market, 1, "H VOID", "A VOID");
        MarketResult fourth = rollback(market, 1);

        for (MarketResult disputed : List.of(second, third, second, third, fourth, fourth)) {
            assertThat(store(disputed)).isEqualTo(new IntakeOutcome.Conflict());
        }

        assertThat(world.texts("SELECT subject FROM incident")).containsExactly("m@1");
        assertThat(world.texts("""
                        SELECT contents -> 'outcomes' -> 0 ->> 'result'
                          FROM incident, jsonb_path_query(detail, 'strict $.** ? (exists (@.contentHash))') AS contents
                        """)).containsExactly("WON", "VOID", "null");

        world.execute("UPDATE incident SET resolved_at = now(), resolved_by = 'p', reason = 'r'");
        for (MarketResult disputed : List.of(second, third, fourth)) {
            assertThat(store(disputed)).isEqualTo(new IntakeOutcome.Conflict());
        }
        assertThat(world.texts("SELECT subject FROM incident")).containsExactly("m@1");
    }

    private IntakeOutcome store(MarketResult event) throws SQLException {
        return new ResultStorage(world.worker()).store(event, StoredResults.nextPosition());
    }

    private List<String> shutBy(MarketId market) throws SQLException {
        return world.texts("""
                SELECT selection_id || ' ' || coalesce(shut_by_result_version::text, 'null')
                  FROM selection WHERE market_id = '%s' ORDER BY 1
                """.formatted(market));
    }
}
