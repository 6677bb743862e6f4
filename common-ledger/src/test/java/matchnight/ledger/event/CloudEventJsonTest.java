package matchnight.ledger.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.EntryKind;
import matchnight.ledger.posting.Movement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CloudEventJsonTest {

    private static final AccountId ANNA = new AccountId("anna");
    private static final UUID BET = UUID.fromString("0198c0de-0000-7000-8000-000000000001");
    private static final UUID TRANSFER = UUID.fromString("0198c0de-0000-7000-8000-000000000002");
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00.123456Z");
    private static final JsonMapper JSON = new JsonMapper();
    private static final CurrencyCode GBP = CurrencyCode.of("GBP");

    @Test
    void aDepositCarriesItsTransactionAndTheBalanceAfterIt() {
        assertThat(render(deposit(GBP, 1234))).isEqualTo("""
                {"specversion":"1.0","id":"7","source":"/matchnight/ledger","type":"BalanceChanged","subject":"anna",\
                "time":"2026-06-01T12:00:00.123456Z","datacontenttype":"application/json","data":{"accountId":"anna",\
                "version":1,"currency":"GBP","balance":{"available":"12.34","reserved":"0.00","debt":"0.00"},\
                "entries":[{"kind":"DEPOSIT","transactionId":"0198c0de-0000-7000-8000-000000000002",\
                "availableChange":"12.34","reservedChange":"0.00","available":"12.34","reserved":"0.00","version":1,\
                "happenedAt":"2026-06-01T12:00:00.123456Z"}]}}""");
    }

    @Test
    void anAcceptedBetIsCarriedWhole() {
        var entry = new Entry(Movement.stakeReserved(ANNA, BET, 500, NOON), 2, 734, 500);
        var event = new AccountEvent(8, EventType.BetAccepted, ANNA, GBP, NOON, List.of(entry), bet(eachWay()), null);

        assertThat(render(event)).isEqualTo("""
                {"specversion":"1.0","id":"8","source":"/matchnight/ledger","type":"BetAccepted","subject":"anna",\
                "time":"2026-06-01T12:00:00.123456Z","datacontenttype":"application/json","data":{"accountId":"anna",\
                "version":2,"currency":"GBP","balance":{"available":"7.34","reserved":"5.00","debt":"0.00"},\
                "entries":[{"kind":"STAKE_RESERVED","availableChange":"-5.00","reservedChange":"5.00",\
                "available":"7.34","reserved":"5.00","version":2,"happenedAt":"2026-06-01T12:00:00.123456Z"}],\
                "betId":"0198c0de-0000-7000-8000-000000000001","betType":"SINGLE","stake":"5.00","unitStake":"2.50",\
                "lines":2,"possibleReturns":"13.59","receivedAt":"2026-06-01T12:00:00.123456Z",\
                "acceptedAt":"2026-06-01T12:00:00.123456Z","settleBy":"2026-06-01T12:00:00.123456Z",\
                "context":{"channel":"web"},"legs":[{"marketId":"m1","selectionId":"H","eventId":"e1",\
                "priceAsked":"11/4","price":"11/4","eachWay":{"fraction":"1/4","places":3}}],\
                "state":"OPEN","returns":null}}""");
    }

    @Test
    void aSettlementCarriesItsVersionReturnsCauseAndProof() {
        var entry = new Entry(Movement.ofSettlement(ANNA, EntryKind.STAKE_DEBITED, 0, -500, BET, 1, NOON), 3, -20, 0);
        var settlement = new BetSettlement(
                1,
                BetSettlement.Outcome.SETTLED,
                Money.zero(GBP),
                "RESULT",
                "m1@3",
                NOON,
                "{\"legs\": [{\"factor\": \"0\"}]}");
        var event = new AccountEvent(9, EventType.BetSettled, ANNA, GBP, NOON, List.of(entry), bet(null), settlement);

        assertThat(render(event)).contains("""
                "balance":{"available":"-0.20","reserved":"0.00","debt":"0.20"}""").endsWith("""
                "state":"SETTLED","returns":"0.00","settlementVersion":1,"cause":{"type":"RESULT","ref":"m1@3"},\
                "settledAt":"2026-06-01T12:00:00.123456Z","proof":{"legs": [{"factor": "0"}]}}}""");
    }

    @Test
    void theDocumentedExamplesAreWhatIsRendered() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "events.md"));
        List<JsonNode> documented = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(block -> JSON.readTree(block.group(1)))
                .toList();

        assertThat(documented)
                .containsExactly(
                        JSON.readTree(render(deposit(GBP, 1234))),
                        JSON.readTree(render(acceptedBet())),
                        JSON.readTree(render(settledBet())));
    }

    @ParameterizedTest
    @CsvSource({"JPY, 1234, 1234", "GBP, 1234, 12.34", "KWD, 1234, 1.234"})
    void amountsHaveTheDigitsOfTheirCurrency(String currency, long minorUnits, String expected) {
        assertThat(render(deposit(CurrencyCode.of(currency), minorUnits)))
                .contains("\"availableChange\":\"" + expected + "\"");
    }

    @Test
    void theSameEventIsTheSameBytes() {
        assertThat(CloudEventJson.render(deposit(GBP, 1))).isEqualTo(CloudEventJson.render(deposit(GBP, 1)));
    }

    static Stream<Arguments> partsThatDoNotFit() {
        Entry entry = new Entry(Movement.deposit(ANNA, TRANSFER, 1, NOON), 1, 1, 0);
        var settlement =
                new BetSettlement(1, BetSettlement.Outcome.VOIDED, Money.zero(GBP), "CANCEL", "m1/1", NOON, "{}");
        return Stream.of(
                Arguments.of(EventType.BalanceChanged, List.of(), null, null, "no entries"),
                Arguments.of(EventType.BalanceChanged, List.of(entry), bet(null), null, "a bet"),
                Arguments.of(EventType.BetAccepted, List.of(entry), null, null, "no bet"),
                Arguments.of(EventType.BetAccepted, List.of(entry), bet(null), settlement, "a settlement"),
                Arguments.of(EventType.BetVoided, List.of(entry), bet(null), null, "no settlement"));
    }

    @ParameterizedTest
    @MethodSource("partsThatDoNotFit")
    void anEventWhosePartsDoNotFitItsTypeIsRefused(
            EventType type,
            List<Entry> entries,
            @Nullable AcceptedBet bet,
            @Nullable BetSettlement settlement,
            String finding) {
        assertThatThrownBy(() -> new AccountEvent(7, type, ANNA, GBP, NOON, entries, bet, settlement))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Outbox row 7 (" + type + ") has " + finding);
    }

    @Test
    void returnsAreAbsentExactlyWhenTheBetIsOpenAgain() {
        assertThatThrownBy(() -> new BetSettlement(
                        2, BetSettlement.Outcome.REOPENED, Money.zero(GBP), "ROLLBACK", "m1/2", NOON, "{}"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> new BetSettlement(2, BetSettlement.Outcome.SETTLED, null, "RESULT", "m1/2", NOON, "{}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String render(AccountEvent event) {
        return new String(CloudEventJson.render(event), UTF_8);
    }

    private static AccountEvent deposit(CurrencyCode currency, long minorUnits) {
        var entry = new Entry(Movement.deposit(ANNA, TRANSFER, minorUnits, NOON), 1, minorUnits, 0);
        return new AccountEvent(7, EventType.BalanceChanged, ANNA, currency, NOON, List.of(entry), null, null);
    }

    private static AccountEvent acceptedBet() {
        var entry = new Entry(Movement.stakeReserved(ANNA, BET, 500, NOON), 2, 734, 500);
        return new AccountEvent(8, EventType.BetAccepted, ANNA, GBP, NOON, List.of(entry), bet(eachWay()), null);
    }

    private static AccountEvent settledBet() {
        var debited = new Entry(Movement.ofSettlement(ANNA, EntryKind.STAKE_DEBITED, 0, -500, BET, 1, NOON), 3, 734, 0);
        var credited =
                new Entry(Movement.ofSettlement(ANNA, EntryKind.RETURNS_CREDITED, 1359, 0, BET, 1, NOON), 4, 2093, 0);
        var settlement =
                new BetSettlement(1, BetSettlement.Outcome.SETTLED, new Money(1359, GBP), "RESULT", "m1@3", NOON, """
                {"form": 2, "rule": 1, "rounding": "HALF_UP", "currency": "GBP", "unitStake": "2.50", "lines": 2, \
                "winLinesPaid": 1, "placeLinesPaid": 1, "legs": [{"leg": 1, "event": "m1@3", "result": "WON", \
                "price": "11/4", "factor": "15/4", "fraction": "1/4", "places": 3, "placeFactor": "27/16"}], \
                "sum": "435/32", "exact": "435/32", "returns": "13.59", "roundedBy": "-3/800"}""");
        return new AccountEvent(
                9, EventType.BetSettled, ANNA, GBP, NOON, List.of(debited, credited), bet(eachWay()), settlement);
    }

    private static AcceptedLeg.EachWay eachWay() {
        return new AcceptedLeg.EachWay("1/4", 3);
    }

    private static AcceptedBet bet(AcceptedLeg.@Nullable EachWay eachWay) {
        return new AcceptedBet(
                BET,
                "SINGLE",
                new Money(500, GBP),
                new Money(250, GBP),
                2,
                new Money(1359, GBP),
                NOON,
                NOON,
                NOON,
                new AcceptedBet.Context("web", null, null),
                List.of(new AcceptedLeg(
                        new MarketId("m1"), new SelectionId("H"), new EventId("e1"), "11/4", "11/4", eachWay)));
    }
}
