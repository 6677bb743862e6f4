package matchnight.settlement.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import matchnight.ledger.bet.BetType;
import matchnight.ledger.money.Rounding;
import matchnight.ledger.proof.ProveBet;
import matchnight.ledger.proof.ProvenBet;
import matchnight.ledger.proof.RecordedBet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Proofs as the worker writes them, computed again by a program that shares nothing of its grading. */
class ProofTest {

    /** Bets in which every term of every leg, and every cap, decides what is paid. */
    static Stream<GradedScene> bets() {
        return Stream.of(
                GradedScene.of(BetType.SINGLE, "1.01").leg("11/8", "'HALF_WON'"),
                GradedScene.of(BetType.SINGLE, "1.01").leg("2.505", "'WON','voidFactor':'0.5'"),
                GradedScene.of(BetType.SINGLE, "1.01").leg("2.50", "'VOID'"),
                GradedScene.of(BetType.SINGLE, "5.00").eachWay("1/5", 2).leg("9/2", "'PLACED','position':2"),
                GradedScene.of(BetType.SINGLE, "10.00")
                        .leg(
                                "8/1",
                                "'WON','deadHeat':{'places':1,'tied':3},'rule4':[{'percent':'12.5'},"
                                        + "{'percent':'10','acceptedBefore':'2026-01-01T12:00:01Z'},"
                                        + "{'percent':'40','acceptedBefore':'2026-01-01T11:00:00Z'}]"),
                GradedScene.of(BetType.ACCUMULATOR, "3.00")
                        .leg("2.00", "'LOST'")
                        .leg("3.00", null),
                GradedScene.of(BetType.ACCUMULATOR, "3.33")
                        .leg("2.00", "'VOID'")
                        .leg("3.05", "'WON'")
                        .leg("1.91", "'HALF_LOST'"),
                GradedScene.of(BetType.ACCUMULATOR, "2.00")
                        .capped("3.10", null)
                        .leg("3.00", "'WON','startingPrice':'4.00'")
                        .leg("5/2", "'WON'"),
                GradedScene.of(BetType.ACCUMULATOR, "2.00")
                        .capped(null, "20.00")
                        .leg("3.00", "'WON','startingPrice':'4.00'")
                        .leg("5/2", "'WON'"),
                GradedScene.of(BetType.ACCUMULATOR, "7.00")
                        .capped(null, "1.00")
                        .leg("3.00", "'VOID'")
                        .leg("5/2", "'VOID'"),
                GradedScene.of(BetType.LUCKY15, "0.07")
                        .eachWay("1/4", 3)
                        .leg("9/1", "'WON','placeDeadHeat':{'places':2,'tied':3},'startingPrice':'10/1'")
                        .leg("4.50", "'PLACED','position':3,'rule4':[{'percent':25}]")
                        .leg("5.00", "'LOST'")
                        .leg("100/30", "'HALF_WON','deadHeat':{'places':1,'tied':2}"),
                GradedScene.of(BetType.GOLIATH, "0.11").legs(8, "1.95", "'WON'"));
    }

    @ParameterizedTest
    @MethodSource("bets")
    void theProofOfABetComesOutEqualByEveryPolicy(GradedScene scene) {
        for (Rounding policy : Rounding.values()) {
            assertIsEqual(scene.settledBy(policy));
        }
    }

    @ParameterizedTest
    @MethodSource("bets")
    void noFigureOfAProofCanBeFlippedUnseen(GradedScene scene) {
        String bet = scene.settledBy(Rounding.HALF_UP).toString();
        for (String pointer : leaves(JsonMapper.shared().readTree(bet).at("/settlements/0/proof"), "")) {
            ObjectNode flipped = (ObjectNode) JsonMapper.shared().readTree(bet);
            flip(flipped.at("/settlements/0/proof"), pointer);

            assertThat(prove(flipped).isEqual())
                    .as(() -> pointer + " of " + flipped.at("/settlements/0/proof"))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Rounding.class)
    void theProofsOfRandomBetsComeOutEqual(Rounding policy) {
        SplittableRandom random = new SplittableRandom(policy.ruleVersion());
        for (int bet = 0; bet < 300; bet++) {
            assertIsEqual(GradedScene.random(random).settledBy(policy));
        }
    }

    @Test
    void aVoidByAPersonAndABetThatIsOpenAgainHaveProofsOfTheirOwn() {
        GradedScene scene =
                GradedScene.of(BetType.ACCUMULATOR, "3.00").leg("2.00", "'WON'").leg("3.00", null);

        ObjectNode reopened = scene.reopened();
        assertIsEqual(reopened);
        assertThat(reopened.at("/settlements/0/proof/kind").stringValue()).isEqualTo("REOPENED");
        assertThat(reopened.at("/settlements/0/proof/openLegs").toString()).isEqualTo("[2]");

        ObjectNode voided = scene.voidedByPerson();
        assertIsEqual(voided);
        assertThat(voided.at("/settlements/0/proof").toString())
                .isEqualTo("{\"form\":2,\"kind\":\"VOIDED_BY_PERSON\",\"currency\":\"GBP\",\"unitStake\":\"3.00\","
                        + "\"lines\":1,\"returns\":\"3.00\"}");
        for (ObjectNode bet : List.of(reopened, voided)) {
            for (String pointer : leaves(bet.at("/settlements/0/proof"), "")) {
                ObjectNode flipped = bet.deepCopy();
                flip(flipped.at("/settlements/0/proof"), pointer);
                assertThat(prove(flipped).isEqual()).as(pointer).isFalse();
            }
        }
    }

    private static void assertIsEqual(JsonNode bet) {
        ProvenBet proven = prove(bet);
        assertThat(proven.settlements()).hasSize(1);
        assertThat(proven.isEqual()).as(proven::toText).isTrue();
    }

    private static ProvenBet prove(JsonNode bet) {
        return ProveBet.prove(RecordedBet.read(bet.toString()));
    }

    private static List<String> leaves(JsonNode node, String pointer) {
        List<String> leaves = new ArrayList<>();
        if (node.isObject()) {
            node.properties()
                    .forEach(member -> leaves.addAll(leaves(member.getValue(), pointer + "/" + member.getKey())));
        } else if (node.isArray()) {
            IntStream.range(0, node.size()).forEach(i -> leaves.addAll(leaves(node.get(i), pointer + "/" + i)));
        } else {
            leaves.add(pointer);
        }
        return leaves;
    }

    private static void flip(JsonNode proof, String pointer) {
        int end = pointer.lastIndexOf('/');
        JsonNode parent = proof.at(pointer.substring(0, end));
        String name = pointer.substring(end + 1);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), array.get(Integer.parseInt(name)).asInt() + 1);
        } else if (parent instanceof ObjectNode object) {
            JsonNode value = object.get(name);
            if (value.isNumber()) {
                object.put(name, value.asInt() + 1);
            } else {
                object.put(name, another(value.stringValue()));
            }
        }
    }

    /** Another value that a member with this one could have. */
    private static String another(String value) {
        return switch (value) {
            case "WON", "PLACED", "HALF_LOST", "VOID" -> "LOST";
            case "HALF_WON", "LOST" -> "WON";
            case "HALF_UP" -> "HALF_EVEN";
            case "GBP" -> "EUR";
            case "0.5" -> "1";
            case "REOPENED" -> "VOIDED_BY_PERSON";
            case "VOIDED_BY_PERSON" -> "REOPENED";
            case "2026-01-01T12:00:01Z" -> Instant.parse(value).minusSeconds(1).toString();
            default -> value.startsWith("-") ? value.substring(1) : "1" + value;
        };
    }
}
