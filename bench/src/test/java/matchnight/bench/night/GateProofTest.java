package matchnight.bench.night;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import matchnight.bench.product.BetOutcome;
import matchnight.bench.product.BetRequest;
import matchnight.bench.product.GateChange;
import matchnight.ledger.audit.Finding;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.money.Price;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proof must see: one market and one event, shut from 100 (answered at 110) to 200 (opened, answered at 210). */
class GateProofTest {

    private static final Map<String, String> EVENTS =
            Map.of("cycled", "quiet-event", "of-event", "event", "free", "quiet-event");

    private final GateProof proof = new GateProof(List.of(
            change("cycled", true, 200),
            change("cycled", false, 100),
            change("event", false, 100),
            change("event", true, 200),
            change("event", false, 300)));

    @ParameterizedTest
    @CsvSource({
        "cycled,   111, 120, ACCEPTED,        false",
        "cycled,   111, 199, ACCEPTED,        false",
        "of-event, 150, 160, ACCEPTED,        false",
        "of-event, 311, 999, ACCEPTED,        false",
        // Refused, as it should be.
        "cycled,   111, 120, MARKET_NOT_OPEN, true",
        // Sent before the suspend had answered, or answered after the opening was asked for: either may be right.
        "cycled,   105, 120, ACCEPTED,        true",
        "cycled,   190, 205, ACCEPTED,        true",
        "cycled,   250, 260, ACCEPTED,        true",
        "cycled,   10,  20,  ACCEPTED,        true",
        "of-event, 305, 320, ACCEPTED,        true",
        // Another market of nobody's concern.
        "free,     150, 160, ACCEPTED,        true",
    })
    void aBetSentAndAcceptedWithinAShutTimeIsABreach(
            String marketId, long sentNanos, long answeredNanos, String code, boolean holds) {
        Finding finding = proof.byTheBettorsClock(List.of(outcome(marketId, sentNanos, answeredNanos, code)), EVENTS);
        assertThat(finding.ok()).as(finding.detail()).isEqualTo(holds);
        assertThat(finding.detail()).contains("1 bets against 3 shuttings");
    }

    @ParameterizedTest
    @CsvSource({
        "cycled,   111, false", "cycled,   105, true", "cycled,   205, true",
        "of-event, 150, false", "of-event, 305, true", "of-event, 500, false",
        "free,     150, true",
    })
    void aBetAcceptedLaterThanAnAnsweredShuttingIsABreach(String marketId, long acceptedAt, boolean holds) {
        CurrencyCode gbp = CurrencyCode.of("GBP");
        StoredBet bet = new StoredBet(
                "bet",
                "account",
                marketId,
                "H",
                Price.of("2.50"),
                Money.parse("1", gbp),
                Instant.ofEpochSecond(acceptedAt),
                2,
                0,
                null,
                null);
        assertThat(proof.byTheDatabasesClock(List.of(bet), EVENTS).ok()).isEqualTo(holds);
    }

    private static GateChange change(String subject, boolean opens, long sent) {
        return new GateChange(
                subject, opens, sent, Instant.ofEpochSecond(sent), sent + 10, Instant.ofEpochSecond(sent + 10), 0);
    }

    private static BetOutcome outcome(String marketId, long sentNanos, long answeredNanos, String code) {
        BetRequest request = new BetRequest(
                "account", "key", marketId, "H", "2.50", Money.parse("1", CurrencyCode.of("GBP")), "NONE");
        return new BetOutcome(
                request,
                code,
                "bet",
                code.equals(BetOutcome.ACCEPTED) ? 201 : 422,
                true,
                1,
                0,
                sentNanos,
                answeredNanos,
                Instant.EPOCH);
    }
}
