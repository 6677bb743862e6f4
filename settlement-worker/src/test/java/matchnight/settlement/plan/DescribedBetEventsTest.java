package matchnight.settlement.plan;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import matchnight.ledger.account.AccountId;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.event.AcceptedBet;
import matchnight.ledger.event.AcceptedLeg;
import matchnight.ledger.event.AccountEvent;
import matchnight.ledger.event.BetSettlement;
import matchnight.ledger.event.CloudEventJson;
import matchnight.ledger.market.EventId;
import matchnight.ledger.market.MarketId;
import matchnight.ledger.market.SelectionId;
import matchnight.ledger.money.CurrencyCode;
import matchnight.ledger.money.Money;
import matchnight.ledger.outbox.EventType;
import matchnight.ledger.posting.Entry;
import matchnight.ledger.posting.EntryKind;
import matchnight.ledger.posting.Movement;
import matchnight.settlement.grading.Cause;
import matchnight.settlement.testing.AsyncApiDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code docs/asyncapi.yaml} says of {@code bet-events} is what the relay renders, member by member. */
class DescribedBetEventsTest {

    private static final AsyncApiDocument DESCRIPTION = AsyncApiDocument.read();
    private static final AccountId ANNA = new AccountId("anna");
    private static final UUID BET = UUID.fromString("0198c0de-0000-7000-8000-000000000001");
    private static final Instant NOON = Instant.parse("2026-06-01T12:00:00.123456Z");
    private static final CurrencyCode GBP = CurrencyCode.of("GBP");

    @ParameterizedTest
    @EnumSource(EventType.class)
    void anEventIsAsDescribed(EventType type) {
        JsonNode event = rendered(type, true);
        JsonNode schema = DESCRIPTION.schema(type.name());
        DESCRIPTION.assertFits(event, schema, type.name());
        DESCRIPTION.assertFits(rendered(type, false), schema, type.name());
        assertHasEveryMember(event, schema, type.name());
    }

    /** A member that is described and never rendered is an invention. */
    private static void assertHasEveryMember(JsonNode value, JsonNode schema, String where) {
        JsonNode plain = DESCRIPTION.resolved(schema);
        for (JsonNode item : plain.has("items") ? value : List.<JsonNode>of()) {
            assertHasEveryMember(item, plain.path("items"), where + "/-");
        }
        for (String member : DESCRIPTION.members(plain)) {
            // Only transfers have it, and they have it always.
            if (member.equals("transactionId") && !where.startsWith("BalanceChanged")) {
                continue;
            }
            assertThat(value.has(member)).as(where + "/" + member).isTrue();
            assertHasEveryMember(value.path(member), plain.path("properties").path(member), where + "/" + member);
        }
    }

    @Test
    void theValuesAreThoseOfTheCode() {
        assertThat(values("BetType")).isEqualTo(names(BetType.values(), ignored -> true));
        assertThat(values("BetState"))
                .isEqualTo(Arrays.stream(BetSettlement.Outcome.values())
                        .map(BetSettlement.Outcome::betState)
                        .collect(toCollection(TreeSet::new)));
        // Written where a day is retired; the balance does not move and nobody is told.
        assertThat(values("EntryKind")).isEqualTo(names(EntryKind.values(), kind -> kind != EntryKind.CARRIED_FORWARD));
        assertThat(values("CauseType"))
                .containsExactlyInAnyOrder("RESULT", "ROLLBACK", "CANCEL", "ROLLBACK_CANCEL", Cause.BY_PERSON);
    }

    private static Set<String> values(String schema) {
        return AsyncApiDocument.texts(DESCRIPTION.schema(schema).path("enum"));
    }

    private static <E extends Enum<E>> Set<String> names(E[] values, Predicate<E> isTold) {
        return Arrays.stream(values).filter(isTold).map(Enum::name).collect(toCollection(TreeSet::new));
    }

    @Test
    void everyTopicIsDescribedAndItsMessagesAreTheTypes() {
        Set<String> addresses = new TreeSet<>();
        DESCRIPTION
                .at("/channels")
                .forEach(channel -> addresses.add(channel.path("address").stringValue()));
        assertThat(addresses).isEqualTo(new TreeSet<>(matchnight.stack.KafkaServer.TOPICS));
        Set<String> types = new TreeSet<>();
        DESCRIPTION
                .at("/channels/betEvents/messages")
                .forEach(message -> types.add(DESCRIPTION
                        .resolved(DESCRIPTION
                                .resolved(DESCRIPTION.resolved(message).path("payload"))
                                .path("properties")
                                .path("type"))
                        .path("const")
                        .stringValue()));
        assertThat(types).isEqualTo(names(EventType.values(), ignored -> true));
        DESCRIPTION
                .at("/channels")
                .forEach(channel -> assertThat(
                                channel.at("/bindings/kafka/partitions").intValue())
                        .isEqualTo(matchnight.stack.KafkaServer.PARTITIONS));
    }

    private static JsonNode rendered(EventType type, boolean isFull) {
        AccountEvent event = switch (type) {
            case BalanceChanged -> event(type, Movement.deposit(ANNA, BET, 100, NOON), null, null);
            case BetAccepted -> event(type, Movement.stakeReserved(ANNA, BET, 500, NOON), bet(isFull), null);
            case BetSettled ->
                event(type, settling(EntryKind.STAKE_DEBITED), bet(isFull), settled(BetSettlement.Outcome.SETTLED));
            case BetVoided ->
                event(type, settling(EntryKind.STAKE_RELEASED), bet(isFull), settled(BetSettlement.Outcome.VOIDED));
            case BetResettled ->
                event(
                        type,
                        settling(EntryKind.STAKE_DEBIT_REVERSED),
                        bet(isFull),
                        settled(BetSettlement.Outcome.REOPENED));
        };
        return JsonMapper.shared().readTree(CloudEventJson.render(event));
    }

    private static AccountEvent event(
            EventType type, Movement movement, @Nullable AcceptedBet bet, @Nullable BetSettlement settlement) {
        return new AccountEvent(7, type, ANNA, GBP, NOON, List.of(new Entry(movement, 1, 1_000, 0)), bet, settlement);
    }

    private static Movement settling(EntryKind kind) {
        return Movement.ofSettlement(ANNA, kind, 0, -500, BET, 1, NOON);
    }

    private static BetSettlement settled(BetSettlement.Outcome outcome) {
        Money returns = outcome == BetSettlement.Outcome.REOPENED ? null : requireNonNull(Money.zero(GBP));
        return new BetSettlement(1, outcome, returns, "RESULT", "m1@3", NOON, "{}");
    }

    private static AcceptedBet bet(boolean isFull) {
        AcceptedLeg leg = new AcceptedLeg(
                new MarketId("m1"),
                new SelectionId("H"),
                new EventId("e1"),
                "11/4",
                "11/4",
                isFull ? new AcceptedLeg.EachWay("1/4", 3) : null);
        Money stake = Money.parse("5", GBP);
        return new AcceptedBet(
                BET,
                "SINGLE",
                stake,
                stake,
                1,
                Money.parse("18.75", GBP),
                NOON,
                NOON,
                NOON,
                isFull ? new AcceptedBet.Context("web", "brand", "GB") : new AcceptedBet.Context(null, null, null),
                List.of(leg));
    }
}
