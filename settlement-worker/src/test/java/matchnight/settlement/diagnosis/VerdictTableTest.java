package matchnight.settlement.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each row changes healthy readings to a symptom, which is named and nothing else is; and changes the reading that would prove it
 * wrong, after which it is not named.
 */
class VerdictTableTest {

    private static final String HEALTHY = """
            {"spanSeconds": 2.5,
             "sessions": {"samples": 10, "databaseCores": 2, "maxConnections": 100, "connections": 20, "active": 1.2,
                          "onProcessor": 0.8, "idleInTransaction": 0.3,
                          "waits": [{"role": "bet_api", "type": "IO", "event": "WalSync", "sessions": 0.4}],
                          "roles": [{"role": "bet_api", "active": 0.9, "idleInTransaction": 0.2}]},
             "blocking": {"rounds": 0, "transactions": 0, "roots": []},
             "exclusiveLocks": [],
             "transactions": [{"kind": "SESSION", "name": "41", "role": "bet_api", "seconds": 0.1, "xminAge": 3}],
             "tables": [{"table": "account", "liveRows": 50000, "deadRows": 900, "deadRowsBefore": 700, "vacuumThreshold": 1000,
                         "hotShare": 0.99, "autovacuumSeconds": 12, "vacuumRunning": false}],
             "statements": [{"id": "7", "query": "SELECT page", "calls": 9000, "totalMillis": 900, "callsInSpan": 90,
                             "totalMillisInSpan": 9, "meanMillisBefore": 0.1}],
             "pools": [{"service": "bet-api", "pool": "placement", "role": "bet_api", "size": 6, "active": 2, "pending": 0,
                        "acquireMillis": 0.1, "timeouts": 0}],
             "placement": {"answeredPerSecond": 900, "p99Millis": 40, "collectorShare": 0.01, "processorShare": 0.5},
             "backlog": {"ageSeconds": 1.5, "settledPerSecond": 2000, "rebalances": 0},
             "outbox": {"ageSeconds": 0.1, "brokerUp": true, "lease": "relay-1", "attempts": 0}}
            """;

    private static final String ROW_WAITS = """
            "sessions": {"active": 6, "waits": [{"role": "bet_api", "type": "Lock", "event": "transactionid", "sessions": 1},
                                                {"role": "bet_api", "type": "Lock", "event": "tuple", "sessions": 4}],
                         "roles": [{"role": "bet_api", "active": 5.8, "idleInTransaction": 0}]}""";

    private static final String BY_PLACEMENTS = """
            "blocking": {"rounds": 6, "transactions": 6, "mostWantedRow": {"table": "account", "place": "page 1, row 2",
                                                                           "waiters": 5, "rowWaiters": 5},
                         "roots": [{"pid": 11, "role": "bet_api", "waiters": 30, "transactionSeconds": 0.02}]}""";

    private static final String PENDING = """
            "pools": [{"service": "bet-api", "pool": "placement", "role": "bet_api", "size": 6, "active": 6, "pending": 9,
                       "acquireMillis": 80, "timeouts": 0}]""";

    private static final String MANY_DEAD_ROWS = """
            "tables": [{"table": "account", "liveRows": 50000, "deadRows": 90000, "deadRowsBefore": 80000,
                        "vacuumThreshold": 1000, "hotShare": 0.95, "autovacuumSeconds": 100, "vacuumRunning": false}]""";

    private static final String OLD_READER = """
            "transactions": [{"kind": "SESSION", "name": "41", "role": "reader", "seconds": 31, "xminAge": 40000}]""";

    private static final String YOUNG_TRANSACTIONS = """
            "transactions": [{"kind": "SESSION", "name": "41", "role": "reader", "seconds": 0.2, "xminAge": 4}]""";

    static Stream<Arguments> symptoms() {
        return Stream.of(
                symptom("CONNECTIONS", PENDING, ROW_WAITS),
                symptom("CONTENDED_ROWS", PENDING + "," + ROW_WAITS, """
                        "sessions": {"waits": [], "active": 7, "roles": [{"role": "bet_api", "active": 6.1,
                                                                          "idleInTransaction": 0}]}"""),
                symptom("SETTLEMENT_BATCHES", ROW_WAITS + """
                        , "blocking": {"rounds": 6, "transactions": 4, "roots": [
                            {"pid": 12, "role": "settlement_worker", "waiters": 25, "transactionSeconds": 0.6},
                            {"pid": 11, "role": "bet_api", "waiters": 5, "transactionSeconds": 0.02}]}""", """
                        "blocking": {"rounds": 6, "transactions": 4, "roots": [
                            {"pid": 12, "role": "settlement_worker", "waiters": 2, "transactionSeconds": 0.6},
                            {"pid": 11, "role": "bet_api", "waiters": 28, "transactionSeconds": 0.02}]}"""),
                symptom("HOT_ROW", ROW_WAITS + "," + BY_PLACEMENTS, """
                        "blocking": {"transactions": 1, "roots": [
                            {"pid": 11, "role": "bet_api", "waiters": 30, "transactionSeconds": 8}]}"""),
                symptom("DDL_IN_TRAFFIC", """
                        "exclusiveLocks": [{"pid": 77, "role": "migrator", "table": "account", "granted": false, "waiters": 9}],
                        "sessions": {"waits": [{"role": "bet_api", "type": "Lock", "event": "relation", "sessions": 9}]}""", """
                        "exclusiveLocks": []"""),
                symptom("OLD_SNAPSHOT", MANY_DEAD_ROWS + "," + OLD_READER, YOUNG_TRANSACTIONS),
                symptom("OLD_SNAPSHOT", MANY_DEAD_ROWS + """
                        , "transactions": [{"kind": "SLOT", "name": "left_over", "xminAge": 90000}]""", """
                        "transactions": [{"kind": "SLOT", "name": "left_over"}]"""),
                symptom("AUTOVACUUM", MANY_DEAD_ROWS + "," + YOUNG_TRANSACTIONS, OLD_READER),
                symptom("AUTOVACUUM", MANY_DEAD_ROWS + "," + YOUNG_TRANSACTIONS, """
                        "tables": [{"table": "account", "liveRows": 50000, "deadRows": 90000, "deadRowsBefore": 900,
                                    "vacuumThreshold": 1000, "hotShare": 0.95, "autovacuumSeconds": 100,
                                    "vacuumRunning": false}]"""),
                symptom("AUTOVACUUM", """
                        "tables": [{"table": "account", "liveRows": 5000, "deadRows": 2000, "vacuumRunning": false}]""", """
                        "tables": [{"table": "account", "liveRows": 50000, "deadRows": 2000, "vacuumThreshold": 3000,
                                    "vacuumRunning": false}]"""),
                symptom("STANDBY", """
                        "sessions": {"active": 6,
                                     "waits": [{"role": "bet_api", "type": "IPC", "event": "SyncRep", "sessions": 5}]},
                        """ + PENDING, """
                        "sessions": {"waits": []}, "pools": []"""),
                symptom("TOO_MANY_CONNECTIONS", """
                        "sessions": {"active": 60, "onProcessor": 55}""", """
                        "sessions": {"active": 7}"""),
                symptom("PLAN_CHANGED", """
                        "sessions": {"active": 3, "onProcessor": 1.9},
                        "statements": [{"id": "7", "query": "SELECT page", "calls": 9000, "totalMillis": 9900, "callsInSpan": 90,
                                        "totalMillisInSpan": 4500, "meanMillisBefore": 0.1}]""", """
                        "statements": [{"id": "7", "query": "SELECT page", "calls": 9000, "totalMillis": 9900,
                                        "callsInSpan": 45000, "totalMillisInSpan": 4500, "meanMillisBefore": 0.1}]"""),
                symptom("BACKLOG_STOPPED", """
                        "backlog": {"ageSeconds": 9, "settledPerSecond": 0, "paused": ["all, by sre: test"]}""", """
                        "backlog": {"ageSeconds": 0}"""),
                symptom("BACKLOG_STOPPED", """
                        "backlog": {"ageSeconds": 9, "settledPerSecond": 0}""", """
                        "backlog": {"settledPerSecond": 2000}"""),
                symptom("BACKLOG_STOPPED", """
                        "backlog": {"ageSeconds": 9, "settledPerSecond": 50, "failing": ["market m, part 0, 4 times: oops"]}""", """
                        "backlog": {"failing": []}"""),
                symptom("BACKLOG_CAPACITY", """
                        "backlog": {"ageSeconds": 9, "settledPerSecond": 1000, "remainingBets": 40000}""", """
                        "backlog": {"remainingBets": 4000}"""),
                symptom("BACKLOG_REBALANCES", """
                        "backlog": {"ageSeconds": 9, "settledPerSecond": 0, "rebalances": 5}""", """
                        "backlog": {"settledPerSecond": 1000, "rebalances": 1}"""),
                symptom("RELAY", """
                        "outbox": {"ageSeconds": 9, "brokerUp": true, "lease": null, "attempts": 0}""", """
                        "outbox": {"brokerUp": false}"""),
                symptom("JVM", """
                        "placement": {"p99Millis": 900, "collectorShare": 0.6}""", """
                        "placement": {"p99Millis": 90}"""));
    }

    private static Arguments symptom(String mechanism, String change, String disproof) {
        return arguments(Mechanism.valueOf(mechanism), change, disproof);
    }

    @Test
    void healthyReadingsNameNothingAndEveryMechanismWasJudged() {
        Diagnosis diagnosis = diagnose(HEALTHY);

        assertThat(diagnosis.verdicts()).isEmpty();
        assertThat(diagnosis.healthy()).isTrue();
        assertThat(diagnosis.notJudged()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("symptoms")
    void aSymptomIsNamedAloneAndItsDisproofTakesItBack(Mechanism expected, String change, String disproof) {
        String sick = changed(HEALTHY, change);

        Diagnosis diagnosis = diagnose(sick);
        assertThat(named(diagnosis)).containsExactly(expected);
        Verdict verdict = diagnosis.verdicts().getFirst();
        assertThat(verdict.because()).isNotEmpty();
        assertThat(verdict.wouldDisprove()).isNotBlank();
        assertThat(named(diagnose(changed(sick, disproof)))).doesNotContain(expected);
    }

    @Test
    void everyMechanismHasARow() {
        Set<Mechanism> rows = symptoms().map(row -> (Mechanism) row.get()[0]).collect(Collectors.toSet());
        assertThat(rows).isEqualTo(EnumSet.allOf(Mechanism.class));
    }

    @ParameterizedTest
    @EnumSource
    void withoutReadingsNothingIsNamedAndWhatLacksIsSaid(Mechanism mechanism) {
        Diagnosis diagnosis = diagnose("{}");

        assertThat(diagnosis.verdicts()).isEmpty();
        assertThat(diagnosis.notJudged())
                .filteredOn(each -> each.mechanism() == mechanism)
                .singleElement()
                .satisfies(each -> assertThat(each.lacks()).isNotEmpty());
    }

    @Test
    void aLookIsReadAgainToTheSameVerdicts() {
        Diagnosis first = diagnose(changed(HEALTHY, PENDING));

        Diagnosis again = diagnose(ReadingsFile.write(first));
        assertThat(again).isEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("wrongFiles")
    void aWrongFileIsRefusedWithItsPlace(String json, String place) {
        assertThatThrownBy(() -> ReadingsFile.read(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(place);
    }

    static Stream<Arguments> wrongFiles() {
        return Stream.of(
                arguments("nothing", "no JSON"),
                arguments("[]", "no JSON object"),
                arguments("{\"poolz\": []}", "/poolz"),
                arguments(
                        "{\"outbox\": {\"ageSeconds\": \"9\", \"brokerUp\": true, \"attempts\": 0}}",
                        "/outbox/ageSeconds"),
                arguments("{\"outbox\": {\"brokerUp\": true, \"attempts\": 0}}", "/outbox/ageSeconds"),
                arguments("{\"slots\": [{\"active\": true}]}", "/slots/0"),
                arguments("{\"slots\": [null]}", "a list holds null"));
    }

    @Test
    void theShippedSettingsAreTheStandardThresholds() throws Exception {
        var environment = new StandardEnvironment();
        new YamlPropertySourceLoader()
                .load("shipped", new ClassPathResource("application.yaml"))
                .forEach(environment.getPropertySources()::addLast);
        Thresholds shipped = new Binder(ConfigurationPropertySources.get(environment))
                .bind("matchnight.diagnosis.thresholds", Thresholds.class)
                .get();
        assertThat(shipped).isEqualTo(Thresholds.standard());
    }

    private static List<Mechanism> named(Diagnosis diagnosis) {
        return diagnosis.verdicts().stream().map(Verdict::mechanism).toList();
    }

    private static Diagnosis diagnose(String readings) {
        return Diagnosis.of(ReadingsFile.read(readings), Thresholds.standard());
    }

    /** Merges members into objects, after RFC 7396. */
    private static String changed(String json, String members) {
        ObjectNode target = (ObjectNode) JsonMapper.shared().readTree(json);
        merge(target, JsonMapper.shared().readTree("{" + members + "}"));
        return target.toString();
    }

    private static void merge(ObjectNode target, JsonNode change) {
        change.properties().forEach(member -> {
            JsonNode old = target.get(member.getKey());
            if (old instanceof ObjectNode object && member.getValue().isObject()) {
                merge(object, member.getValue());
            } else if (member.getValue().isNull()) {
                target.remove(member.getKey());
            } else {
                target.set(member.getKey(), member.getValue());
            }
        });
    }
}
