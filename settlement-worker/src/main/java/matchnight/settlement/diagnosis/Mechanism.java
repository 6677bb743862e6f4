package matchnight.settlement.diagnosis;

/** What can own the latency, the most specific first. */
public enum Mechanism {
    DDL_IN_TRAFFIC("a change of a table that traffic needs"),
    SETTLEMENT_BATCHES("batches of settlement, by their size or order"),
    HOT_ROW("one hot row"),
    CONTENDED_ROWS("contended rows; a bigger pool makes it worse"),
    STANDBY("the standby that commits wait for"),
    TOO_MANY_CONNECTIONS("too many connections for the cores: a pooler is missing"),
    CONNECTIONS("connections: a pool is too small, or its connections are held too long"),
    PLAN_CHANGED("the plan of a statement"),
    OLD_SNAPSHOT("an old snapshot that keeps dead rows"),
    AUTOVACUUM("autovacuum: its thresholds, its cost limit, or that it is off"),
    BACKLOG_STOPPED("settlement that stands: paused, failing, or without workers"),
    BACKLOG_REBALANCES("rebalances: the poll interval"),
    BACKLOG_CAPACITY("the capacity of settlement"),
    RELAY("the relay: dead, or without its lease"),
    JVM("the JVM of bet-api");

    private final String title;

    Mechanism(String title) {
        this.title = title;
    }

    /** In words. */
    public String title() {
        return title;
    }
}
