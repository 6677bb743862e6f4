package matchnight.settlement.grading;

import static matchnight.settlement.testing.Events.cancel;
import static matchnight.settlement.testing.Events.result;
import static matchnight.settlement.testing.Events.rollback;
import static matchnight.settlement.testing.Events.rollbackCancel;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.settlement.result.Certainty;
import matchnight.settlement.result.MarketResult;
import matchnight.settlement.result.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fold of a market's events, as the contract's section 4 says it. */
class MarketStateTest {

    private static final MarketId M = new MarketId("m");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Window FIRST_HOUR = new Window(NOON, NOON.plusSeconds(3600));
    private static final Window UNTIL_NOON = new Window(null, NOON);

    /** A history, and what it makes of a bet on H accepted at half past twelve. */
    static Stream<Arguments> histories() {
        return Stream.of(
                Arguments.of("OPEN", List.of()),
                Arguments.of("WON by RESULT@1", List.of(result(M, 1, "H WON"))),
                Arguments.of("OPEN", List.of(result(M, 1, "A WON"))),
                Arguments.of("OPEN", List.of(result(M, 1, "H WON"), rollback(M, 2))),
                Arguments.of(
                        "LOST by RESULT@3", List.of(result(M, 1, "H WON"), rollback(M, 2), result(M, 3, "H LOST"))),
                Arguments.of("OPEN", List.of(result(M, 1, "H WON"), result(M, 2, "A WON"))),
                Arguments.of("OPEN", List.of(result(Certainty.LIVE, M, 1, "H WON"))),
                Arguments.of("OPEN", List.of(result(M, 1, "H WON"), result(Certainty.LIVE, M, 2, "H WON"))),
                Arguments.of("VOID by CANCEL@1", List.of(cancel(M, 1, FIRST_HOUR))),
                Arguments.of("VOID by CANCEL@1", List.of(cancel(M, 1, Window.ALWAYS), result(M, 2, "H WON"))),
                Arguments.of("WON by RESULT@2", List.of(cancel(M, 1, UNTIL_NOON), result(M, 2, "H WON"))),
                Arguments.of("VOID by CANCEL@2", List.of(result(M, 1, "H WON"), cancel(M, 2, FIRST_HOUR))),
                Arguments.of("VOID by CANCEL@1", List.of(cancel(M, 1, FIRST_HOUR), rollback(M, 2))),
                Arguments.of(
                        "WON by RESULT@1",
                        List.of(result(M, 1, "H WON"), cancel(M, 2, FIRST_HOUR), rollbackCancel(M, 3, FIRST_HOUR))),
                Arguments.of(
                        "VOID by CANCEL@2",
                        List.of(result(M, 1, "H WON"), cancel(M, 2, FIRST_HOUR), rollbackCancel(M, 3, Window.ALWAYS))),
                Arguments.of(
                        "VOID by CANCEL@3",
                        List.of(rollbackCancel(M, 1, FIRST_HOUR), result(M, 2, "H WON"), cancel(M, 3, FIRST_HOUR))),
                Arguments.of(
                        "VOID by CANCEL@2",
                        List.of(
                                cancel(M, 1, FIRST_HOUR),
                                cancel(M, 2, Window.ALWAYS),
                                rollbackCancel(M, 3, FIRST_HOUR))));
    }

    @ParameterizedTest
    @MethodSource("histories")
    void aHistoryDecidesALegInWhateverOrderItArrived(String expected, List<MarketResult> history) {
        List<MarketResult> shuffled = new ArrayList<>(history);
        for (int seed = 0; seed < 10; seed++) {
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(decisionOf(MarketState.of(shuffled))).isEqualTo(expected);
        }
    }

    @Test
    void bothEndsOfAWindowBelongToIt() {
        assertThat(FIRST_HOUR.covers(NOON)).isTrue();
        assertThat(FIRST_HOUR.covers(NOON.plusSeconds(3600))).isTrue();
        assertThat(FIRST_HOUR.covers(NOON.minusNanos(1000))).isFalse();
        assertThat(FIRST_HOUR.covers(NOON.plusSeconds(3600).plusNanos(1000))).isFalse();
        assertThat(UNTIL_NOON.covers(Instant.EPOCH)).isTrue();
    }

    private static String decisionOf(MarketState state) {
        LegDecision decision = state.decide(new SelectionId("H"), NOON.plusSeconds(1800), PaysOn.CONFIRMED);
        return switch (decision) {
            case LegDecision.Undecided _ -> "OPEN";
            case LegDecision.Decided decided ->
                decided.outcome().result() + " by " + decided.by().type() + "@"
                        + decided.by().version();
        };
    }

    /** Two histories, and whether they decide every leg alike. */
    static Stream<Arguments> pairs() {
        return Stream.of(
                Arguments.of(true, List.of(), List.of(rollback(M, 1))),
                Arguments.of(true, List.of(result(M, 1, "H WON")), List.of(result(M, 2, "H WON"))),
                Arguments.of(true, List.of(cancel(M, 1, FIRST_HOUR)), List.of(cancel(M, 3, FIRST_HOUR))),
                Arguments.of(false, List.of(), List.of(cancel(M, 1, FIRST_HOUR))),
                Arguments.of(false, List.of(cancel(M, 1, UNTIL_NOON)), List.of(cancel(M, 1, FIRST_HOUR))),
                Arguments.of(false, List.of(), List.of(result(M, 1, "H WON"))),
                Arguments.of(false, List.of(result(M, 1, "H WON")), List.of(result(M, 1, "H LOST"))),
                Arguments.of(false, List.of(result(Certainty.LIVE, M, 1, "H WON")), List.of(result(M, 1, "H WON"))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void whichEventsSayItDoesNotMatter(boolean alike, List<MarketResult> one, List<MarketResult> other) {
        assertThat(MarketState.of(one).decidesAs(MarketState.of(other))).isEqualTo(alike);
        assertThat(MarketState.of(other).decidesAs(MarketState.of(one))).isEqualTo(alike);
    }
}
