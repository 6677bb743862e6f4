package matchnight.settlement.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import matchnight.settlement.testing.AsyncApiDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code docs/asyncapi.yaml} says of {@code market-results} is what the reader takes, member by member. */
class DescribedResultsTest {

    private static final AsyncApiDocument DESCRIPTION = AsyncApiDocument.read();
    private static final List<String> SCHEMAS = List.of("Result", "Rollback", "Cancel", "RollbackCancel");

    @ParameterizedTest
    @ValueSource(strings = {"Result", "Rollback", "Cancel", "RollbackCancel"})
    void anEventWithEveryDescribedMemberIsTaken(String schema) {
        ObjectNode event = sample(schema);
        assertThat(read(event)).as(event.toString()).isInstanceOf(Reading.Valid.class);
        assertThat(((Reading.Valid) read(event)).result().type())
                .isEqualTo(event.path("type").stringValue());
    }

    static Stream<Arguments> members() {
        return Stream.of(
                        SCHEMAS.stream().flatMap(schema -> membersOf(schema, "")),
                        membersOf("Outcome", "/outcomes/0"),
                        membersOf("DeadHeat", "/outcomes/0/deadHeat"),
                        membersOf("DeadHeat", "/outcomes/0/placeDeadHeat"),
                        membersOf("Rule4", "/outcomes/0/rule4/0"))
                .flatMap(members -> members);
    }

    private static Stream<Arguments> membersOf(String schema, String pointer) {
        return DESCRIPTION.members(DESCRIPTION.schema(schema)).stream()
                .map(member -> Arguments.of(schema, pointer, member));
    }

    /** Without a member the event is refused exactly where the description requires it. */
    @ParameterizedTest
    @MethodSource("members")
    void aMemberIsRequiredWhereItIsDescribedSo(String schema, String pointer, String member) {
        ObjectNode event = sample(pointer.isEmpty() ? schema : "Result");
        ((ObjectNode) event.at(pointer)).remove(member);
        boolean isRequired = AsyncApiDocument.texts(DESCRIPTION.schema(schema).path("required"))
                .contains(member);
        assertThat(read(event) instanceof Reading.Invalid).as(event.toString()).isEqualTo(isRequired);
    }

    /** Every member that the reader knows of any event; each event refuses those that are not described for it. */
    @ParameterizedTest
    @ValueSource(strings = {"Result", "Rollback", "Cancel", "RollbackCancel"})
    void anEventTakesNoMemberThatIsNotDescribed(String schema) {
        Set<String> described = DESCRIPTION.members(DESCRIPTION.schema(schema));
        for (String other : SCHEMAS) {
            sample(other).forEachEntry((name, value) -> {
                if (!described.contains(name)) {
                    ObjectNode event = sample(schema);
                    event.set(name, value);
                    assertThat(read(event)).as(event.toString()).isInstanceOf(Reading.Invalid.class);
                }
            });
        }
    }

    @Test
    void everyMemberThatTheReaderKnowsIsDescribed() {
        Set<String> described = new TreeSet<>();
        SCHEMAS.forEach(schema -> described.addAll(DESCRIPTION.members(DESCRIPTION.schema(schema))));
        assertThat(described).isEqualTo(ResultReader.MEMBERS);
        assertThat(DESCRIPTION.members(DESCRIPTION.schema("Outcome"))).isEqualTo(OutcomesJson.OUTCOME_MEMBERS);
        assertThat(DESCRIPTION.members(DESCRIPTION.schema("DeadHeat"))).isEqualTo(OutcomesJson.DEAD_HEAT_MEMBERS);
        assertThat(DESCRIPTION.members(DESCRIPTION.schema("Rule4"))).isEqualTo(OutcomesJson.RULE_4_MEMBERS);
        assertThat(MarketResult.class.getPermittedSubclasses()).hasSize(SCHEMAS.size());
    }

    @Test
    void theValuesAreThoseOfTheCode() {
        assertThat(values("SelectionResult")).isEqualTo(names(SelectionResult.values()));
        assertThat(values("Certainty")).isEqualTo(names(Certainty.values()));
        assertThat(AsyncApiDocument.texts(DESCRIPTION.at("/components/schemas/Outcome/properties/voidFactor/enum")))
                .isEqualTo(
                        Arrays.stream(VoidFactor.values()).map(VoidFactor::text).collect(toCollection(TreeSet::new)));
        assertThat(DESCRIPTION
                        .at("/components/schemas/DeadHeat/properties/tied/maximum")
                        .intValue())
                .isEqualTo(DeadHeat.MAX_TIED);
    }

    private static Set<String> values(String schema) {
        return AsyncApiDocument.texts(DESCRIPTION.schema(schema).path("enum"));
    }

    private static Set<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).collect(toCollection(TreeSet::new));
    }

    static List<Arguments> bounds() {
        List<Arguments> bounds = new ArrayList<>();
        for (String member : List.of("places", "tied")) {
            bounds.add(Arguments.of("/outcomes/0/deadHeat", member, "DeadHeat"));
        }
        bounds.add(Arguments.of("/outcomes/0", "position", "Outcome"));
        bounds.add(Arguments.of("/outcomes/0/rule4/0", "percent", "Rule4"));
        return bounds;
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void whatLiesBeyondABoundIsRefused(String pointer, String member, String schema) {
        JsonNode described = DESCRIPTION.resolved(
                DESCRIPTION.schema(schema).path("properties").path(member));
        for (int beyond : new int[] {
            described.path("minimum").intValue() - 1, described.path("maximum").intValue() + 1
        }) {
            ObjectNode event = sample("Result");
            ((ObjectNode) event.at(pointer)).put(member, beyond);
            assertThat(read(event)).as(event.toString()).isInstanceOf(Reading.Invalid.class);
        }
    }

    private static ObjectNode sample(String schema) {
        return ((ObjectNode) DESCRIPTION.sample(DESCRIPTION.schema(schema))).deepCopy();
    }

    private static Reading read(JsonNode event) {
        return ResultReader.read(event.toString().getBytes(UTF_8));
    }
}
