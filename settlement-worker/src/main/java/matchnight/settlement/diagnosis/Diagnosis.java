package matchnight.settlement.diagnosis;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import matchnight.settlement.diagnosis.Rule.Part;

/**
 * What readings say.
 *
 * @param healthy whether no mechanism was named
 * @param notJudged mechanisms for which readings were lacking
 */
public record Diagnosis(boolean healthy, List<Verdict> verdicts, List<NotJudged> notJudged, Readings readings) {

    /**
     * A mechanism that may or may not be at work.
     *
     * @param lacks members of the readings that are not there
     */
    public record NotJudged(Mechanism mechanism, List<String> lacks) {}

    private static final Set<Mechanism> WHOLE_TABLE_OR_STANDBY =
            EnumSet.of(Mechanism.STANDBY, Mechanism.DDL_IN_TRAFFIC);
    private static final Set<Mechanism> LOCKS = EnumSet.of(
            Mechanism.STANDBY,
            Mechanism.DDL_IN_TRAFFIC,
            Mechanism.SETTLEMENT_BATCHES,
            Mechanism.HOT_ROW,
            Mechanism.CONTENDED_ROWS,
            Mechanism.TOO_MANY_CONNECTIONS);
    private static final Set<Mechanism> DATABASE = EnumSet.range(Mechanism.DDL_IN_TRAFFIC, Mechanism.PLAN_CHANGED);

    // In this order, for a rule sees what was named before it.
    private static final List<Rule> RULES = List.of(
            new Rule(Mechanism.STANDBY, Set.of(), List.of(Part.SESSIONS), JudgeLocks::standby),
            new Rule(
                    Mechanism.DDL_IN_TRAFFIC,
                    Set.of(),
                    List.of(Part.SESSIONS, Part.EXCLUSIVE_LOCKS),
                    JudgeLocks::ddlInTraffic),
            new Rule(
                    Mechanism.SETTLEMENT_BATCHES,
                    WHOLE_TABLE_OR_STANDBY,
                    List.of(Part.SESSIONS, Part.BLOCKING),
                    JudgeLocks::settlementBatches),
            new Rule(
                    Mechanism.HOT_ROW,
                    EnumSet.of(Mechanism.STANDBY, Mechanism.DDL_IN_TRAFFIC, Mechanism.SETTLEMENT_BATCHES),
                    List.of(Part.SESSIONS, Part.BLOCKING),
                    JudgeLocks::hotRow),
            new Rule(
                    Mechanism.CONTENDED_ROWS,
                    EnumSet.of(
                            Mechanism.STANDBY,
                            Mechanism.DDL_IN_TRAFFIC,
                            Mechanism.SETTLEMENT_BATCHES,
                            Mechanism.HOT_ROW),
                    List.of(Part.SESSIONS),
                    JudgeLocks::contendedRows),
            new Rule(
                    Mechanism.TOO_MANY_CONNECTIONS,
                    WHOLE_TABLE_OR_STANDBY,
                    List.of(Part.SESSIONS),
                    JudgeConnections::tooMany),
            new Rule(Mechanism.CONNECTIONS, LOCKS, List.of(Part.SESSIONS, Part.POOLS), JudgeConnections::connections),
            new Rule(
                    Mechanism.PLAN_CHANGED,
                    LOCKS,
                    List.of(Part.SESSIONS, Part.STATEMENTS),
                    JudgeConnections::planChanged),
            new Rule(
                    Mechanism.OLD_SNAPSHOT,
                    Set.of(),
                    List.of(Part.TRANSACTIONS, Part.TABLES),
                    JudgeVacuum::oldSnapshot),
            new Rule(Mechanism.AUTOVACUUM, Set.of(), List.of(Part.TRANSACTIONS, Part.TABLES), JudgeVacuum::autovacuum),
            new Rule(
                    Mechanism.BACKLOG_STOPPED,
                    WHOLE_TABLE_OR_STANDBY,
                    List.of(Part.BACKLOG),
                    JudgePaths::backlogStopped),
            new Rule(
                    Mechanism.BACKLOG_REBALANCES,
                    EnumSet.of(Mechanism.BACKLOG_STOPPED),
                    List.of(Part.BACKLOG),
                    JudgePaths::backlogRebalances),
            new Rule(
                    Mechanism.BACKLOG_CAPACITY,
                    EnumSet.of(Mechanism.BACKLOG_STOPPED, Mechanism.BACKLOG_REBALANCES),
                    List.of(Part.BACKLOG),
                    JudgePaths::backlogCapacity),
            new Rule(Mechanism.RELAY, WHOLE_TABLE_OR_STANDBY, List.of(Part.OUTBOX), JudgePaths::relay),
            new Rule(Mechanism.JVM, DATABASE, List.of(Part.SESSIONS, Part.POOLS, Part.PLACEMENT), JudgePaths::jvm));

    /** Judges readings. Nothing else is looked at, so equal readings always get equal verdicts. */
    public static Diagnosis of(Readings readings, Thresholds limits) {
        Facts facts = new Facts(readings, limits);
        Set<Mechanism> named = EnumSet.noneOf(Mechanism.class);
        List<Verdict> verdicts = new ArrayList<>();
        List<NotJudged> notJudged = new ArrayList<>();
        for (Rule rule : RULES) {
            List<String> lacking = rule.lacking(readings);
            if (!lacking.isEmpty()) {
                notJudged.add(new NotJudged(rule.mechanism(), lacking));
            } else if (rule.unless().stream().noneMatch(named::contains)) {
                rule.judgement().judge(facts).ifPresent(verdict -> {
                    named.add(verdict.mechanism());
                    verdicts.add(verdict);
                });
            }
        }
        return new Diagnosis(verdicts.isEmpty(), List.copyOf(verdicts), List.copyOf(notJudged), readings);
    }
}
